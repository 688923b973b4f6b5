import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { type SmallApi, startSmallApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';

let api: SmallApi;
beforeAll(async () => {
  api = await startSmallApi();
});
afterAll(() => api.stop());

/** One answer as it came: its nonce, its headers and its text without it, and how many bytes it had. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    headers: { 'Accept-Encoding': 'br', ...headers },
  });
  const text = await response.text();
  const said = Object.fromEntries(response.headers);
  const nonce = /'nonce-([^']+)'/.exec(said['content-security-policy'] ?? '')?.[1] ?? '';
  const { date, 'content-length': bytes, ...others } = said;
  const lines = Object.entries(others).map(([name, value]) => [name, value.replaceAll(nonce, '')]);
  return {
    nonce,
    whole: text,
    text: text.replaceAll(nonce, ''),
    headers: Object.fromEntries(lines),
    bytes,
  };
}

type Answer = Awaited<ReturnType<typeof ask>>;

/** What comes from memory is compressed better than what is made at a request. */
const isMade = ({ bytes, whole }: Answer) =>
  Number(bytes) === brotliCompressSync(whole, { params }).length;

/** Asks until the answer comes from memory. */
async function untilKept(path: string, headers: Record<string, string> = {}) {
  let last = await ask(path, headers);
  const isKept = async () => {
    last = await ask(path, headers);
    return !isMade(last);
  };
  await until(isKept, `${path} is kept`);
  return last;
}

const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

test.each([
  ['/home', {}],
  ['/games?language=de', {}],
  ['/home/', { 'Accept-Language': 'de' }],
  ['/nothing/here', {}],
  ['/games', { Cookie: 'language=de', 'User-Agent': 'AppleWebKit/605 Version/18 Safari' }],
])('%s with %j: what comes from memory is what is made at a request', async (path, headers) => {
  const made = await ask(path, headers);
  expect(isMade(made)).toBe(true);
  const kept = await untilKept(path, headers);
  expect(kept.text).toBe(made.text);
  expect(kept.headers).toEqual(made.headers);
});

test.each(['preview=home@0123456789ab', 'preview=pig', 'without=shell@0123456789ab', 'without='])(
  'asked for ?%s, which is none, visitors get what is live from memory',
  async (query) => {
    const kept = await untilKept('/home');
    const odd = await ask(`/home?${query}`);
    expect([odd.bytes, odd.text, odd.headers]).toEqual([kept.bytes, kept.text, kept.headers]);
  },
);

test('a preview, and a page without the live shell, are made for whoever asks, and for nobody else', async () => {
  const { home, shell } = api.releases;
  const files = { ...shellFiles, 'resources/outfit.woff2': 'another font' };
  const { id } = await layRelease(api.store, 'shell', files);
  const kept = await untilKept('/home');
  for (const query of [
    `preview=home@${home?.id}`,
    `preview=shell@${shell?.id}`,
    `without=shell@${id}`,
    `without=shell@${shell?.id}`,
  ]) {
    const odd = await ask(`/home?${query}`);
    expect(isMade(odd)).toBe(true);
    expect(odd.text).not.toBe(kept.text);
  }
  expect((await ask('/home')).bytes).toBe(kept.bytes);
});

test('no two answers have the same nonce, and it stands at every script of its own answer', async () => {
  await untilKept('/home');
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const response = await fetch(`http://127.0.0.1:${api.port}/home`);
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      const [, nonce] = /script-src [^;]*'nonce-([^']+)'/.exec(policy) ?? [];
      const used = (await response.text()).matchAll(/ nonce="([^"]*)"/g);
      return { nonce, used: new Set([...used].map(([, one]) => one)) };
    }),
  );
  for (const { nonce, used } of answers) expect(used).toEqual(new Set([nonce]));
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(50);
});

test('a visitor who takes no brotli gets it as it is, and HEAD its headers alone', async () => {
  const kept = await untilKept('/home');
  const plain = await api.get('/home', { 'Accept-Encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(Number(plain.headers['content-length'])).toBe(Buffer.byteLength(plain.body));
  expect(plain.body.length).toBeGreaterThan(kept.text.length);
  const head = await api.ask('HEAD', '/home', { 'Accept-Encoding': 'br' });
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, kept.bytes, '']);
});

test('the next visitor after a deploy gets the new document', async () => {
  await untilKept('/games');
  const { id } = await layRelease(api.store, 'games', sectionFiles('games', 'Second games'));
  const { text } = await ask('/games');
  expect(text).toContain(`/releases/games/${id}/`);
  expect((await untilKept('/games')).text).toContain(`/releases/games/${id}/`);
});

test('hosts that somebody makes up are answered, and do not push out those that are known', async () => {
  const kept = await untilKept('/home');
  for (let host = 0; host < 50; host += 1) {
    const { body } = await api.get('/home', { Host: `made-up-${host}.example` });
    expect(body).toContain(`<link rel="canonical" href="http://made-up-${host}.example/home"`);
  }
  expect((await ask('/home')).bytes).toBe(kept.bytes);
});
