import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { releaseFolder, sectionFolder } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { createLog } from '../log.ts';
import { type ByteRange, cacheFiles, readByteRange } from './files-router.ts';

const files = sectionFiles('home', 'Home');
const script = 'remoteEntry.11aa22bb.mjs';
const video = randomBytes(1_500_001);
const words = JSON.stringify(Array.from({ length: 200_000 }, (_, number) => number % 7));

const api = await startSmallApi();
await layRelease(api.store, 'contact', sectionFiles('contact', 'Contact'));
const large = await layRelease(api.store, 'games', {
  ...sectionFiles('games', 'x'),
  'a.mp4': video,
  'b.mp4': video,
  'a.json': words,
});
const base = `/releases/home/${api.releases.home?.id}`;

test.each([
  [script, 'text/javascript; charset=utf-8'],
  ['locales/en.yaml', 'text/yaml; charset=utf-8'],
  ['resources/logo.svg', 'image/svg+xml'],
])('%s is served for ever, as what it is', async (file, type) => {
  const { status, headers, body } = await api.get(`${base}/${file}`);
  expect([status, body]).toEqual([200, files[file]]);
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': String(body.length),
  });
});

test.each([
  'nothing.mjs',
  'release.json',
  `${script}.br`,
  'locales',
  'locales/',
  '__proto__',
  'constructor',
  '../live.json',
  '..%2flive.json',
  '%2e%2e%2flive.json',
  '..%5clive.json',
  'locales/..%2fremoteEntry.11aa22bb.mjs',
  'locales/../remoteEntry.11aa22bb.mjs',
  '%2fetc%2fpasswd',
  '/etc/passwd',
  '..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  'resources/logo.svg%00',
])('there is no %s', async (file) => {
  const { status, headers, body } = await api.get(`${base}/${file}`);
  expect([status, body]).toEqual([404, 'No such file']);
  expect(headers['cache-control']).toBe('no-store');
});

test.each(['home/ffffffffffff', 'nobody/0123456789ab', '..%2f../x', '%2e%2e/%2e%2e', 'home/..'])(
  'nothing is served from /releases/%s',
  async (where) => {
    expect((await api.get(`/releases/${where}/live.json`)).status).toBe(404);
  },
);

test('a file that was put beside those of the release is none of it', async () => {
  const folder = releaseFolder(api.store, 'home', String(api.releases.home?.id));
  writeFileSync(path.join(folder, 'evil.mjs'), 'alert(1)');
  expect((await api.get(`${base}/evil.mjs`)).status).toBe(404);
});

test("the shell's unfilled document is no file of the site", async () => {
  const address = `/releases/shell/${api.releases.shell?.id}/document.html`;
  expect((await api.get(address)).status).toBe(404);
});

async function fetchFile(file: string, headers = {}) {
  const response = await fetch(`${api.url}/releases/games/${large.id}/${file}`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, encoding: response.headers.get('Content-Encoding'), body };
}

test('a large file comes as it is, as a whole and in part', async () => {
  expect((await fetchFile('a.mp4')).body.equals(video)).toBe(true);
  const part = await fetchFile('a.mp4', { Range: 'bytes=300000-900000' });
  expect([part.status, part.body.equals(video.subarray(300_000, 900_001))]).toEqual([206, true]);
});

test('a large file comes compressed to those who take it', async () => {
  const plain = await fetchFile('a.json');
  expect(plain.body.toString()).toBe(words);
  const brotli = await fetchFile('a.json', { 'Accept-Encoding': 'br' });
  expect([brotli.encoding, brotli.body.toString()]).toEqual(['br', words]);
});

test('a large file that is changed after it was checked is not sent any more', async () => {
  expect((await fetchFile('b.mp4')).status).toBe(200);
  const file = path.join(releaseFolder(api.store, 'games', large.id), 'b.mp4');
  writeFileSync(file, Buffer.alloc(video.length));
  expect((await fetchFile('b.mp4')).status).toBe(404);
  appendFileSync(file, 'more');
  expect((await fetchFile('b.mp4')).status).toBe(404);
});

test('a file opened as a page of its own runs nothing', async () => {
  const { headers } = await api.get(`${base}/resources/logo.svg`);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
});

test('the health says what is degraded, and is well as long as pages are served', async () => {
  expect(JSON.parse((await api.get('/healthz')).body).status).toBe('ok');
  const pointer = path.join(sectionFolder(api.store, 'contact'), 'live.json');
  const before = readFileSync(pointer);
  writeFileSync(pointer, '{');
  const { status, body } = await api.get('/healthz');
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    status: 'degraded',
    faults: ['contact: live.json is no list of ids of releases'],
  });
  expect((await api.get('/contact')).status).toBe(200);
  writeFileSync(pointer, before);
  expect(JSON.parse((await api.get('/healthz')).body).status).toBe('ok');
});

const cases: [string | undefined, ByteRange][] = [
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', 'whole'],
  // HTTP lets a server send the whole file.
  ['Bytes = 0-9', 'whole'],
  ['bytes=0-9,5-20', { start: 0, end: 20 }],
  ['bytes=0-9,50-59', 'whole'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=500-600', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', 'unsatisfiable'],
  ['bytes=a-b', 'whole'],
  ['bytes', 'whole'],
  ['lines=0-9', 'whole'],
];

test.each(cases)('%s of a file of 100 bytes is %j', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test('of an empty file there is no part', () => {
  expect(readByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readByteRange('bytes=-1', 0)).toBe('unsatisfiable');
});

const log = createLog('silent');

/** A release of two files that do not shrink, and a cache with room for so many of them. */
async function cacheWithRoomFor(most: number) {
  const store = await temporaryStore();
  const files = { 'main.mjs': '', 'one.png': '1'.repeat(1000), 'two.png': '2'.repeat(1000) };
  const { id } = await layRelease(store, 'home', files);
  const find = cacheFiles({ store, find: followLiveReleases(store, log).find, log }, most * 1600);
  const isFound = async (file: string) => (await find('home', id, file)) !== undefined;
  const removeFromDisk = () => rm(releaseFolder(store, 'home', id), { recursive: true });
  return { isFound, removeFromDisk };
}

test('what was asked for is cached, whatever becomes of the disk', async () => {
  const { isFound, removeFromDisk } = await cacheWithRoomFor(2);
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
  await removeFromDisk();
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
});

test('the oldest goes first when there is no more room', async () => {
  const { isFound, removeFromDisk } = await cacheWithRoomFor(1);
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
  await removeFromDisk();
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([false, true]);
});

test('visitors who ask for a file at the same moment take the room of one', async () => {
  const { isFound, removeFromDisk } = await cacheWithRoomFor(2);
  await Promise.all(Array.from({ length: 10 }, () => isFound('one.png')));
  await isFound('two.png');
  await removeFromDisk();
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
});

test('a file that is pushed out while it is read is found all the same', async () => {
  const store = await temporaryStore();
  // The first is read for longest, and so in the way of all that come after it.
  const sizes = [400_000, ...Array.from({ length: 20 }, () => 1000)];
  const files = Object.fromEntries(sizes.map((size, at) => [`${at}.png`, 'p'.repeat(size)]));
  const { id } = await layRelease(store, 'home', { 'main.mjs': '', ...files });
  const find = cacheFiles({ store, find: followLiveReleases(store, log).find, log }, 2500);
  for (const turn of [1, 2]) {
    const asked = Object.keys(files).map((file) => find('home', id, file));
    expect([turn, (await Promise.all(asked)).filter(Boolean).length]).toEqual([turn, 21]);
  }
});
