import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { listReleases } from '@portfolio/releases/store/release-rows.ts';
import { workFolder } from '@portfolio/releases/store/work-folder.ts';
import { fragmentsOf, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import {
  addTeam,
  archiveOf,
  type Entry,
  entriesOf,
  packEntries,
} from '@portfolio/test-support/team.ts';
import { until } from '@portfolio/test-support/until.ts';

const api = await startSmallApi({ RATE_LIMIT: 'off', UPLOAD_BYTES: '3000000' });
const team = await addTeam(api.store, ['games']);
const address = `${api.url}/api/releases/games`;
const inStore = async () => (await listReleases(api.store)).map(({ id }) => id);
const inWork = () => readdir(workFolder(api.store)).catch(() => []);

/** An archive with a further entry, whose type is said if it is no file. */
const beside = (name: string, entry: Partial<Entry> = { content }) =>
  packEntries([...entriesOf('games'), { name, ...entry }]);
const content = 'x';
const bytes = (count: number) => ({ content: Buffer.alloc(count) });
const saying = (description: string) =>
  packEntries([{ name: 'release.json', content: description }, ...entriesOf('games').slice(1)]);
const twice = (...names: string[]) =>
  packEntries([...entriesOf('games'), ...names.map((name) => ({ name, content }))]);
const many = Array.from({ length: 10_000 }, (_, at) => `${at}.txt`);
const page = (html: string) =>
  archiveOf('games', { ...sectionFiles('games', 'A'), 'fragments/games.json': fragmentsOf(html) });
const deep = `{"name":"games","requires":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
const whole = await archiveOf('games');
const ofOrigin = { origins: ['https://a.example'] };

test.each([
  ['a path that leads out', beside('../up.txt'), 422, '"../up.txt" is no plain path'],
  ['an absolute path', beside('/tmp/up.txt'), 422, 'is no plain path'],
  ['a hidden file', beside('.env'), 422, 'is no plain path'],
  ['a symbolic link', beside('a', { type: 'symlink', linkname: '/etc/passwd' }), 422, '(symlink)'],
  ['a hard link', beside('a', { type: 'link', linkname: 'release.json' }), 422, 'no file (link)'],
  ['a folder', beside('a', { type: 'directory' }), 422, 'is no file (directory)'],
  ['a device', beside('a', { type: 'character-device', devmajor: 1 }), 422, '(character-device)'],
  ['a pipe', beside('a', { type: 'fifo' }), 422, 'is no file (fifo)'],
  ['10,000 entries', twice(...many), 422, 'there are more than 1001'],
  ['a bomb', beside('film.mp4', bytes(16_000_000)), 413, 'bytes: leave out'],
  ['a large file', beside('film.mp4', bytes(17_000_000)), 422, 'has more than 16,777,216 bytes'],
  ['a file twice', twice('a', 'a'), 400, 'names a file twice'],
  ['a file as a folder', twice('a', 'a/b'), 400, 'names a file twice'],
  ['no archive', gzipSync('words'), 400, 'is no .tar.gz'],
  ['no compression', Buffer.from('words'), 400, 'is no .tar.gz'],
  ['nothing', Buffer.of(), 400, 'cut off'],
  ['half an archive', whole.subarray(0, whole.length / 2), 400, 'cut off'],
  ['half a tar', gzipSync(gunzipSync(whole).subarray(0, 1500)), 400, 'cut off'],
  ['no description', packEntries(entriesOf('games').slice(1)), 422, 'has no release.json'],
  ['a description that is none', saying('[]'), 422, 'has no release.json'],
  ['a description of words', saying('words'), 400, 'cannot be unpacked'],
  ['a deep description', saying(deep), 422, 'requires'],
  ['another section', archiveOf('home'), 422, 'is no release of games'],
  ['a page with a script', page('<p><script>alert(1)</script></p>'), 422, 'holds a <script>'],
  ['an origin of its own', archiveOf('games', undefined, ofOrigin), 422, 'CONNECT_ORIGINS'],
] as const)(
  '%s is refused in a sentence, and nothing is left',
  async (_what, archive, status, sentence) => {
    const before = await inStore();
    const said = await team.ask('PUT', address, await archive);
    expect([said.status, said.says.error]).toEqual([status, expect.stringContaining(sentence)]);
    expect([await inStore(), await inWork()]).toEqual([before, []]);
  },
);

test('an upload that breaks or is shorter than it says leaves nothing', async () => {
  const before = await inStore();
  const archive = await archiveOf('games');
  const headers = { Authorization: `Bearer ${team.secret}`, 'Content-Length': archive.length + 1 };
  const put = request(address, { method: 'PUT', headers });
  put.on('error', () => {}).write(archive.subarray(0, archive.length / 2));
  await until(async () => (await inWork()).length > 0, 'it arrives');
  put.destroy();
  await until(async () => (await inWork()).length === 0, 'nothing is left');
  expect(await inStore()).toEqual(before);
});

test('a name that is no section is answered without a look at the disk', async () => {
  for (const name of ['..%2f..%2fetc', 'constructor', '__proto__', 'a%00b'])
    expect((await team.ask('PUT', `${api.url}/api/releases/${name}`, content)).status).toBe(403);
});
