import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message-rules.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { addRelease, declaredPage } from '@portfolio/test-support/add-release.ts';
import { startQuickApi } from '@portfolio/test-support/api-process.ts';
import { sectionFiles, serverFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { longestBody } from '../contact/contact-calls.ts';

let turn = 0;
const next = () => {
  turn += 1;
  return turn;
};
/** Repeats a part up to the length that Node.js accepts; it answers longer headers with 431. */
const fill = (part: string, length = 7000) => part.repeat(length / part.length);
const unknown = (name: string) => `${name}@${(next() * 2654435761).toString(16).padStart(12, '0')}`;
const many = (ref: () => string) => Array.from({ length: 20 }, ref).join();

type Asked = Pick<RequestOptions, 'path' | 'method'> & {
  headers: Record<string, string>;
  body?: string;
};

const get = (path: string, headers: Record<string, string> = {}): Asked => ({
  path,
  headers: { Host: 'localhost:5037', ...headers },
});
const visit = (path: string, headers: Record<string, string> = {}) =>
  get(path, { 'Accept-Encoding': 'br', ...headers });

function write(changed: object, edit = (body: string) => body): Asked {
  const message = { firstName: 'Zoe', lastName: 'M', email: 'zoe@example.org', message: '' };
  const body = edit(JSON.stringify({ ...message, ...changed }));
  return { ...get('/api/contact', { 'Content-Type': 'application/json' }), method: 'POST', body };
}
/** The longest accepted message, without the number that makes each unique, and the longest body. */
const nearLimit = messageLimits.message - 50;
const nearBody = longestBody - 5000;

/** A route, a plain request to it, and requests that could be expensive. */
type Row = [route: string, plain: () => Asked, worst: Record<string, () => Asked>];

const releases: Record<string, Release[]> = { home: [], games: [] };
const store = await temporaryStore();
await addRelease(store, 'shell', { ...shellFiles, ...serverFiles });
for (let turn = 0; turn < 12; turn += 1) {
  releases.games?.push(await addRelease(store, 'games', sectionFiles('games', `Games ${turn}`)));
  const home = sectionFiles('home', `Home ${turn}`);
  // One frame is around all of them; another test has a frame for each.
  const page = { ...declaredPage('home'), label: 'header.links.home' };
  releases.home?.push(await addRelease(store, 'home', home, { page }));
}
// The largest file of a release.
const large = { ...sectionFiles('films', 'Films'), 'resources/large.bin': Buffer.alloc(2 ** 24) };
const films = await addRelease(store, 'films', large);
const any = (name: 'home' | 'games') =>
  `${name}@${releases[name]?.[next() % releases[name].length]?.id}`;
const logo = () => `/releases/home/${releases.home?.at(-1)?.id}/resources/logo.svg`;
const rows: Row[] = [
  [
    'a document',
    () => visit('/home'),
    {
      'any preview': () => visit(`/home?preview=${any('home')}`),
      'a preview of what is live': () => visit(`/home?preview=home@${releases.home?.at(-1)?.id}`),
      'another host each time': () => visit('/home', { Host: `pig-${next()}.example` }),
      'a preview that is none': () => visit(`/home?preview=${unknown('home')}`),
      'without a shell': () => visit(`/home?without=${unknown('shell')}`),
      'a long path': () => visit(`/${fill('a/')}`),
      'nothing but slashes': () => visit(`/${fill('/')}`),
      'a long query': () => visit(`/home?${fill('a&')}`),
      'many languages': () => visit('/home', { 'Accept-Language': fill('a-b;q=0.1,') }),
      'many encodings': () => get('/home', { 'Accept-Encoding': `${fill('a,')}br` }),
      'a long cookie': () => visit('/home', { Cookie: fill('a=b; language=x;') }),
      'a long host': () => visit('/home', { Host: fill('a') }),
      'many headers': () =>
        visit('/home', Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`h${at}`, '']))),
    },
  ],
  [
    'texts',
    () => visit('/api/locales/en'),
    {
      'any releases': () => visit(`/api/locales/en?releases=${any('home')},${any('games')}`),
      'releases that are none': () =>
        visit(`/api/locales/en?releases=${many(() => unknown('home'))},${unknown('games')}`),
      'sections that are none': () =>
        visit(`/api/locales/en?releases=${many(() => unknown(`pig${next() % 99}`))}`),
      'a long query': () => visit(`/api/locales/en?${fill('a&')}`),
      'many tags': () => visit('/api/locales/en', { 'If-None-Match': fill('"a",') }),
      'many encodings': () => get('/api/locales/en', { 'Accept-Encoding': fill('a,') }),
      'a long language': () => visit(`/api/locales/${fill('%41')}`),
    },
  ],
  [
    'a file',
    () => visit(logo()),
    {
      'no release': () => visit(`/releases/home/${unknown('home').slice(5)}/a`),
      'a long path': () => visit(`/releases/home/${releases.home?.[0]?.id}/${fill('a/')}`),
    },
  ],
  [
    'a file from the disk',
    () => visit(logo(), { Range: 'bytes=0-1' }),
    {
      'many parts': () => visit(logo(), { Range: `bytes=${fill('0-1,')}0-1` }),
      'the head of a large file': () => ({
        ...visit(`/releases/films/${films.id}/resources/large.bin`),
        method: 'HEAD',
      }),
    },
  ],
  [
    'the sitemap',
    () => visit('/sitemap.xml'),
    { 'a long host': () => visit('/sitemap.xml', { Host: fill('a') }) },
  ],
  [
    'the manifest',
    () => visit('/manifest.webmanifest'),
    {
      'many languages': () => visit('/manifest.webmanifest', { 'Accept-Language': fill('a,') }),
      'a long query': () => visit(`/manifest.webmanifest?${fill('a&')}`),
    },
  ],
  ['the health', () => get('/healthz'), { 'a long query': () => get(`/healthz?${fill('a&')}`) }],
  ['no call', () => get('/api/pig'), { 'a long path': () => get(`/api/${fill('%41/')}`) }],
  [
    'a message',
    () => write({ message: `${next()} ${fill('a', nearLimit)}` }),
    {
      'nothing but lines': () => write({ message: `${next()}${fill('\n\n a', nearLimit)}` }),
      emoji: () => write({ message: `${next()}${fill('😀', nearLimit)}` }),
      escapes: () =>
        write({}, (body) => body.replace('"M"', `"M","x":"${fill('\\u00e4', nearBody)}"`)),
      'many levels': () =>
        write({}, () => `${'['.repeat(nearBody / 2)}${']'.repeat(nearBody / 2)}`),
      'many levels in a field': () =>
        write({}, (body) =>
          body.replace('{', `{"x":${'['.repeat(nearBody / 2)}${']'.repeat(nearBody / 2)},`),
        ),
      'many fields': () => write({}, () => `{${fill('"a":1,', nearBody)}"b":1}`),
      names: () =>
        write({
          message: `${next()} ${fill('a', nearLimit)}`,
          firstName: fill('=?\u202e', 198),
          lastName: fill('a\u0301', 200),
          email: `a@${fill('a.', 240)}aa`,
        }),
    },
  ],
];

// A process of its own reports its usage, so that the test's own work does not count. With a large young generation
// garbage is collected between the measurements alone.
const api = await startQuickApi({ DATA_DIR: store.dataDir, RATE_LIMIT: 'off' }, [
  ...['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128'],
]);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function usage(word: 'look' | 'tidy'): Promise<number> {
  api.child.send(word);
  return (await once(api.child, 'message'))[0];
}

/** The processor time of some requests, sent one after the other. */
async function costOf(made: () => Asked, count = 6): Promise<number> {
  const all = Array.from({ length: count }, made);
  await usage('tidy');
  const start = await usage('look');
  for (const { body, ...asked } of all) {
    const sent = request({ host: '127.0.0.1', port: api.port, agent, ...asked }).end(body);
    const [response] = await once(sent, 'response');
    await once(response.resume(), 'end');
  }
  return (await usage('look')) - start;
}

const cases = rows.flatMap(([route, plain, worst]) =>
  Object.entries(worst).map(([what, ask]) => [`${route}: ${what}`, plain, ask] as const),
);

test.each(cases)('%s costs three times a plain request at most', async (_case, plain, worst) => {
  // What is compiled on the way costs more than what is repeated.
  for (const made of [plain, worst]) await costOf(made, 20);
  // Processor time excludes other processes; the median of alternating rounds excludes moments of compilation.
  const ratios: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    // A round that does not count: memory of the round before is freed in it.
    await costOf(plain);
    const usual = await costOf(plain);
    ratios.push((await costOf(worst)) / usual);
  }
  expect(ratios.sort((a, b) => a - b)[4]).toBeLessThanOrEqual(3);
});

afterAll(() => agent.destroy());
