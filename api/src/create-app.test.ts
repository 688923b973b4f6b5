import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { startApi, startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();
const { home } = api.releases;

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['GET', '/api/locales'],
  ['POST', '/api/locales/en'],
  ['DELETE', '/api/locales/en'],
])('%s %s is no call, and the answer says which there are', async (method, address) => {
  const { status, headers, body } = await api.ask(method, address);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const sentence = `There is no call ${method} ${address}. There are GET /api/locales/{language} and POST /api/contact.`;
  expect(JSON.parse(body).error).toBe(sentence);
});

test.each(['/%E0%A4%A', '/%', '/home%', '/a/%c0%af?language=de'])(
  'where %s cannot be decoded, a visitor gets the page for unknown paths',
  async (address) => {
    const { status, headers, body } = await api.get(address, { 'Accept-Language': 'de' });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<html lang="de"');
  },
);

test.each([
  ['/api/locales/%ff', 400, 'The request cannot be read.'],
  ['/releases/home/%c0%af/x', 400, 'The request cannot be read.'],
  [`/home?${'a'.repeat(3994)}`, 400, 'An address has 4000 characters at most.'],
])('%s is refused with %i, which is no fault of the server', async (address, status, sentence) => {
  const answer = await api.get(address);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { error: sentence }]);
  expect((await api.get(`/home?${'a'.repeat(3993)}`)).status).toBe(200);
});

test.each([
  ['a header of 8 kB', { 'X-Long': 'x'.repeat(8192) }],
  ['101 headers', Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`X-${at}`, 'x']))],
])('a request with %s is refused', async (_what, headers) => {
  expect((await api.get('/home', headers)).status).toBe(431);
});

test.each([
  // A page accepts only plain forms by POST.
  ['POST', 400],
  ['PUT', 404],
  ['DELETE', 404],
  ['PATCH', 404],
  ['PROPFIND', 404],
])('%s of a page is refused with %i, which is no fault of the server', async (method, refusal) => {
  expect((await api.ask(method, '/home')).status).toBe(refusal);
});

test('the health says what is live', async () => {
  const { status, headers, body } = await api.get('/healthz');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const nothingWaits = { store: 'ok', waiting: 0, refused: 0, underway: 0, unmarked: 0 };
  const live = Object.entries(api.releases).map(([name, { id }]) => [name, id]);
  expect(JSON.parse(body)).toEqual({
    status: 'ok',
    live: Object.fromEntries(live),
    outbox: { ...nothingWaits, oldestWaitingSeconds: null, lastRefusal: null, transport: 'folder' },
  });
});

test('without its database a machine goes on with what it has, even one that starts then', async () => {
  const away = await startApi({ DATA_DIR: api.dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/a' });
  for (const path of ['/home', `/releases/home/${home?.id}/${home?.entry}`, '/api/locales/en'])
    expect((await away.get(path)).status).toBe(200);
  const { status, faults, outbox } = JSON.parse((await away.get('/healthz')).body);
  const fault =
    'What is live cannot be followed: the site serves what it has, and nothing can be deployed. The log says why.';
  expect([status, faults, outbox.store]).toEqual(['degraded', [fault], 'down']);
});

test('an answer that is no document runs no script and has no origin in a window', async () => {
  const asked = [
    ...['/healthz', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/api/locales/en'],
    ...['/api/pig', '/api/releases', '/api/locales/pig', `/home?${'a'.repeat(5000)}`],
    ...['/releases/home/0123456789ab/none', `/releases/home/${home?.id}/locales/en.yaml`],
  ];
  const answers = [
    ...asked.map((address) => api.get(address)),
    ...['POST', 'PUT'].map((method) => api.ask(method, '/api/contact')),
    ...['POST', 'PUT', 'OPTIONS'].map((method) => api.ask(method, '/pig')),
  ];
  for (const { headers } of await Promise.all(answers))
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* ?sandbox$/),
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
});

const answers = [
  ['a document', '/home'],
  ['texts', '/api/locales/en'],
  ['the sitemap', '/sitemap.xml'],
  ['the manifest', '/manifest.webmanifest'],
  ['a file', `/releases/home/${home?.id}/${home?.entry}`],
] as const;

test.each(answers)('%s is tagged in each form, by HEAD too, and sent once', async (_what, path) => {
  const plain = await api.get(path);
  const { status, headers, body } = await api.ask('HEAD', path);
  const of = { ...plain.headers, date: headers.date };
  expect([status, headers, body]).toEqual([200, of, '']);
  const compressed = await fetch(api.url + path, { headers: { 'Accept-Encoding': 'gzip, br' } });
  const tag = String(compressed.headers.get('ETag'));
  expect(tag).toBe(headers.etag?.replace(/"$/, '-br"'));
  expect(compressed.headers.get('Content-Encoding')).toBe('br');
  expect(compressed.headers.get('Vary')).toContain('Accept-Encoding');
  // Longer than nginx keeps its own.
  expect(compressed.headers.get('Keep-Alive')).toBe('timeout=75');
  const nginx = readFileSync(new URL('../ops/nginx.conf', import.meta.url), 'utf8');
  expect(nginx).toContain(' keepalive_timeout 60s;');
  expect(await compressed.text()).toBe(plain.body);
  const ask = (accepted: string, known: string) =>
    api.get(path, { 'Accept-Encoding': accepted, 'If-None-Match': known });
  const again = await ask('br', tag);
  expect([again.status, again.headers.etag]).toEqual([304, tag]);
  // Compressing proxies make a tag weak; a client may send a list.
  for (const known of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
    const same = await ask('identity', String(known));
    expect([same.status, same.body]).toEqual([304, '']);
    for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
      expect([name, same.headers[name]]).toEqual([name, headers[name]]);
  }
  expect((await ask('identity', '"other"')).status).toBe(200);
});
