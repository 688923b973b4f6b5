import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { siteFactsSchema } from '@portfolio/releases/access/site-facts.ts';
import { removeToken } from '@portfolio/releases/access/tokens.ts';
import { DatabaseError } from '@portfolio/releases/database/database.ts';
import { listReleases, readLog } from '@portfolio/releases/store/store.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startApi, startSmallApi } from '@portfolio/test-support/start-api.ts';
import {
  addTeam,
  archiveOf,
  askAs,
  type Entry,
  entriesOf,
  packEntries,
} from '@portfolio/test-support/team.ts';
import { until } from '@portfolio/test-support/until.ts';

const api = await startSmallApi({ RATE_LIMIT: 'off', TRUST_PROXY: '1', UPLOAD_BYTES: '3000000' });
const team = await addTeam(api.store, ['games']);
const to = (how = '', section = 'games') => `${api.url}/api/releases/${section}${how}`;
const list = () => listReleases(api.store, 'games');
const liveId = async () => (await list()).find(({ is }) => is === 'live')?.id ?? '';
let turn = 0;
const another = () => {
  turn += 1;
  return archiveOf('games', sectionFiles('games', `Games ${turn}`));
};

let live: string;
beforeEach(async () => {
  live = await liveId();
});

test('a team publishes, goes back and forth, retires, and the log has each change', async () => {
  const published = await team.ask('PUT', to(`?live=${live}`), await another());
  expect(published).toMatchObject({ status: 200, says: { id: await liveId() } });
  const { id } = published.says;
  expect((await api.get('/api/locales/en')).body).toContain(`Games ${turn} en`);
  expect((await team.ask('POST', to(`?live=${id}`))).says).toEqual({ id: live });
  expect((await team.ask('POST', to(`?live=${live}&to=${id}`))).says).toEqual({ id });
  expect((await team.ask('DELETE', to(`?live=${id}`))).says).toEqual({ id });
  expect(await liveId()).toBe('');
  expect((await team.ask('POST', to('?live='))).says).toEqual({ id });
  const { says } = await team.ask('GET', to());
  expect(says.releases).toContainEqual(expect.objectContaining({ id, is: 'live' }));
  const done = (await readLog(api.store)).slice(-5).map(({ did, key }) => [did, key]);
  const by = (did: string) => [did, team.id];
  expect(done).toEqual(['deploy', 'roll back', 'roll back', 'retire', 'roll back'].map(by));
});

test('a preview is stored, a check is not, and what is live does not change', async () => {
  const archive = await another();
  const checked = await team.ask('PUT', to('?check'), archive);
  expect((await list()).map(({ id }) => id)).not.toContain(checked.says.id);
  const preview = await team.ask('PUT', to('?preview'), archive);
  expect(preview).toEqual(checked);
  const { id } = preview.says;
  expect(await list()).toContainEqual(expect.objectContaining({ id, is: 'preview' }));
  expect((await api.get(`/games?preview=games@${id}`)).body).toContain(id);
  expect(await liveId()).toBe(live);
  expect((await team.ask('PUT', to(`?live=${live}`), archive)).status).toBe(200);
  expect(await liveId()).toBe(id);
});

test('a deploy that saw another release live is refused', async () => {
  const error = expect.stringContaining(`games@${live} went live, and you saw 0123456789ab`);
  const refused = await team.ask('PUT', to('?live=0123456789ab'), await another());
  expect(refused).toEqual({ status: 422, says: { error } });
});

test('each call needs a token that opens it, and changes nothing without', async () => {
  const [home, previews, expired, stolen] = await Promise.all([
    addTeam(api.store, ['home']),
    addTeam(api.store, ['games'], { isPreviewOnly: true }),
    addTeam(api.store, ['games'], { until: '2026-01-31' }),
    addTeam(api.store, ['games']),
  ]);
  await removeToken(api.store, stolen.token);
  const archive = await another();
  for (const [method, how, ofPreviews] of [
    ['PUT', '', 403],
    ['PUT', '?check', 200],
    ['POST', '', 403],
    ['DELETE', '', 403],
    ['GET', '', 200],
  ] as const) {
    const status = async (ask: typeof team.ask, section?: string) =>
      (await ask(method, to(how, section), method === 'PUT' ? archive : undefined)).status;
    expect([
      await status(home.ask),
      await status(previews.ask),
      await status(expired.ask),
      await status(stolen.ask),
      await status(askAs('')),
      await status(team.ask, 'shell'),
    ]).toEqual([403, ofPreviews, 403, 401, 401, 403]);
  }
  expect(await liveId()).toBe(live);
});

test('a token that is removed while its archive arrives publishes nothing', async () => {
  const { ask, token } = await addTeam(api.store, ['games']);
  const archive = await another();
  const slow = new ReadableStream({
    async start(arriving) {
      arriving.enqueue(archive.subarray(0, 300));
      await removeToken(api.store, token);
      arriving.enqueue(archive.subarray(300));
      arriving.close();
    },
  });
  expect((await ask('PUT', to(), slow)).status).toBe(401);
  expect(await liveId()).toBe(live);
});

test('a token goes over HTTPS, unless it comes from this machine', async () => {
  const came = (headers: Record<string, string>) => team.ask('GET', to(), undefined, headers);
  const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
  expect((await came({ ...forwarded, 'X-Forwarded-Proto': 'https' })).status).toBe(200);
  const plain = await came({ ...forwarded, 'X-Forwarded-Proto': 'http' });
  const error =
    'A token goes over https:// alone. If this one came over http://, others may have read it: have it removed, and make a new one. Behind a proxy the owner sets TRUST_PROXY.';
  expect(plain).toEqual({ status: 403, says: { error } });
});

test('without TRUST_PROXY a proxy cannot say that a request came over HTTPS', async () => {
  const other = await startSmallApi();
  const { ask } = await addTeam(other.store, ['games']);
  const address = `${other.url}/api/releases/games`;
  const proxied = { 'X-Forwarded-Proto': 'https' };
  expect((await ask('GET', address)).status).toBe(200);
  expect((await ask('GET', address, undefined, proxied)).status).toBe(403);

  // The one above counts among the thirty.
  for (const _ of Array(29)) expect((await askAs('wrong')('GET', address)).status).toBe(401);
  const error = 'Too many requests of your address were refused. Try again in a minute.';
  expect(await ask('GET', address)).toEqual({ status: 429, says: { error } });
  expect((await other.get('/home')).status).toBe(200);
});

test.each([
  ['is away', new DatabaseError(), 503, '10'],
  ['is full', Object.assign(new Error(), { code: 'ENOSPC' }), 507, null],
  ['is broken', new Error(), 500, null],
])('a team is told what to do if the database %s, and no details', async (_how, fault, ...said) => {
  const { store, url } = await startSmallApi();
  store.database.run = () => Promise.reject(fault);
  const answer = await fetch(`${url}/api/releases/games`);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual(said);
  const error =
    'The site cannot store it at this moment. In a minute, look at what is live, and try again, or tell the owner.';
  expect(await answer.json()).toEqual({ error });
});

test('GET /api/releases has what a team needs and nothing private', async () => {
  const { headers, body } = await api.get('/api/releases');
  expect(headers['cache-control']).toBe('no-cache');
  const listed = await api.get('/api/releases/games', { Authorization: `Bearer ${team.secret}` });
  expect(listed.headers['cache-control']).toBe('no-store');
  const facts = JSON.parse(body);
  expect(Object.keys(facts.releases).sort()).toEqual(['games', 'home', 'shell']);
  expect(facts.releases.games.id).toBe(live);
  expect(body).not.toMatch(/abc1234/);
  expect(siteFactsSchema.parse(facts)).toEqual({ ...facts, connectOrigins: [] });
  const empty = await startApi();
  const error = 'No shell has been released yet.';
  expect(JSON.parse((await empty.get('/api/releases')).body)).toEqual({ error });
});

const inStore = async () => (await listReleases(api.store)).map(({ id }) => id);
const inWork = () => readdir(path.join(api.store.dataDir, 'work')).catch(() => []);

/** An archive with a further entry, whose type is said if it is no file. */
const beside = (name: string, entry: Partial<Entry> = { content }) =>
  packEntries([...entriesOf('games'), { name, ...entry }]);
const content = 'x';
const film = (count: number) => beside('film.mp4', { content: Buffer.alloc(count) });
const saying = (description: string) =>
  packEntries([{ name: 'release.json', content: description }, ...entriesOf('games').slice(1)]);
const twice = (...names: string[]) =>
  packEntries([...entriesOf('games'), ...names.map((name) => ({ name, content }))]);
const many = Array.from({ length: 10_000 }, (_, at) => `${at}.txt`);
const deep = `{"name":"games","requires":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
const whole = await archiveOf('games');

const of = (fault: string) => `Of the archive's entries, ${fault}.`;
const cut = (code: string) =>
  `The archive cannot be unpacked (${code}): it was cut off, is no .tar.gz, or names a file twice.`;
const typed = (type: NonNullable<Entry['type']>, more: Partial<Entry> = {}) =>
  [`a ${type}`, beside('a', { type, ...more }), 422, of(`"a" is no file (${type})`)] as const;
const large =
  'The release has more than 5,050,048 bytes: leave out what no page shows, or ask the owner to raise UPLOAD_BYTES.';
const tooLong = of('"release.json" has more than 524,288 bytes');
const noJson = `Unexpected token 'w', "words" is not valid JSON`;
const none = 'The archive has no release.json of a release.';
const isDeep = expect.stringMatching(/requires Invalid input: expected record, received array\.$/);

test.each([
  ['a path that leads out', beside('../up.txt'), 422, of('"../up.txt" is no plain path')],
  ['an absolute path', beside('/tmp/up.txt'), 422, of('"/tmp/up.txt" is no plain path')],
  ['a hidden file', beside('.env'), 422, of('".env" is no plain path')],
  typed('symlink', { linkname: '/etc/passwd' }),
  typed('link', { linkname: 'release.json' }),
  ...(['directory', 'fifo'] as const).map((type) => typed(type)),
  typed('character-device', { devmajor: 1 }),
  ['10,000 entries', twice(...many), 422, of('there are more than 1001')],
  ['a bomb', film(16_000_000), 413, large],
  ['a large file', film(16_777_217), 422, of('"film.mp4" has more than 16,777,216 bytes')],
  ['a file twice', twice('a', 'a'), 400, cut('EEXIST')],
  ['a file as a folder', twice('a', 'a/b'), 400, cut('EEXIST')],
  ['no archive', gzipSync('words'), 400, cut('Unexpected end of data')],
  ['no compression', Buffer.from('words'), 400, cut('Z_DATA_ERROR')],
  ['nothing', Buffer.of(), 400, cut('Z_BUF_ERROR')],
  ['half an archive', whole.subarray(0, whole.length / 2), 400, cut('Z_BUF_ERROR')],
  ['half a tar', gzipSync(gunzipSync(whole).subarray(0, 1500)), 400, cut('Unexpected end of data')],
  ['no description', packEntries(entriesOf('games').slice(1)), 422, none],
  ['a description that is none', saying('[]'), 422, none],
  ['a description of words', saying('words'), 400, cut(noJson)],
  ['a long description', saying(' '.repeat(524_289)), 422, tooLong],
  ['a deep description', saying(deep), 422, isDeep],
  ['another section', archiveOf('home'), 422, 'The archive is no release of games.'],
] as const)('%s is refused, and nothing is left', async (_what, archive, status, error) => {
  const before = await inStore();
  expect(await team.ask('PUT', to(), await archive)).toEqual({ status, says: { error } });
  expect([await inStore(), await inWork()]).toEqual([before, []]);
});

test('an upload that breaks or is shorter than it says leaves nothing', async () => {
  const before = await inStore();
  const archive = await archiveOf('games');
  const headers = { Authorization: `Bearer ${team.secret}`, 'Content-Length': archive.length + 1 };
  const put = request(to(), { method: 'PUT', headers });
  put.on('error', () => {}).write(archive.subarray(0, archive.length / 2));
  await until(async () => (await inWork()).length > 0, 'it arrives');
  put.destroy();
  await until(async () => (await inWork()).length === 0, 'nothing is left');
  expect(await inStore()).toEqual(before);
});

test('a name that is no section is answered without a look at the disk', async () => {
  for (const name of ['..%2f..%2fetc', 'constructor', '__proto__', 'a%00b'])
    expect((await team.ask('PUT', to('', name), content)).status).toBe(403);
});
