import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { addRelease, buildRelease } from '@portfolio/test-support/add-release.ts';
import { cached, loseFile } from '@portfolio/test-support/damage.ts';
import { emptyStoreSettings, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Release } from '../release/release.ts';
import { packRelease } from './release-cache.ts';
import type { Store } from './store.ts';

const script = 'export const pig = "ruby";'.repeat(50);
const files = { 'main.mjs': script, 'a.png': script, 'tiny.txt': 'x', 'fragments/a.json': script };
/** A Brotli form of many megabytes. */
const bomb = brotliCompressSync(Buffer.alloc(2 ** 26));
let place: Awaited<ReturnType<typeof emptyStoreSettings>>;
let store: Store;
let release: Release;
beforeEach(async () => {
  place = await emptyStoreSettings();
  store = await openTemporaryStore(place);
  release = await addRelease(store, 'pig', files);
});

const reopened = () => openTemporaryStore(place);

test('equal releases make equal archives, with a Brotli form of each text that shrinks', async () => {
  const { contents } = await buildRelease('pig', files);
  const reversed = new Map([...contents].reverse());
  const [one, other] = [await packRelease(release, contents), await packRelease(release, reversed)];
  expect(one.equals(other)).toBe(true);
});

test('a release is unpacked at its first need, and read with its texts', async () => {
  await expect(readdir(cached(store, release))).rejects.toThrow('ENOENT');
  const opened = await store.releases.open(release);
  const [base, read] = [`/releases/pig/${release.id}/`, expect.any(Function)];
  expect(opened).toEqual({ ...release, base, texts: {}, compressed: new Set(['main.mjs']), read });
  expect(String(await opened.read('main.mjs'))).toBe(script);
  for (const file of ['none.mjs', 'constructor', 'release.json'])
    expect(await opened.read(file)).toBeUndefined();
  const description = await readFile(cached(store, release, 'release.json'), 'utf8');
  expect(JSON.parse(description)).toEqual(release);
});

test.each([
  ['main.mjs', 'files/main.mjs'],
  ['the compressed form of main.mjs', 'br/main.mjs'],
  ['release.json', 'release.json'],
])('a damage of %s is repaired by the next process', async (_what, place) => {
  await store.releases.open(release);
  const file = cached(store, release, place);
  const whole = await readFile(file);
  for (const damage of ['broken', '{}', bomb]) {
    await writeFile(file, damage);
    await (await reopened()).releases.open(release);
    expect((await readFile(file)).equals(whole)).toBe(true);
  }
});

test('a file that is lost or damaged later is repaired when it is read', async () => {
  const { read } = await store.releases.open(release);
  await writeFile(cached(store, release, 'files/main.mjs'), 'broken');
  expect(String(await read('main.mjs'))).toBe(script);
  await rm(path.join(store.dataDir, 'cache'), { recursive: true });
  expect(String(await read('main.mjs'))).toBe(script);
  await writeFile(cached(store, release, 'files/a.png'), 'broken');
  const place = await store.releases.find(release, 'a.png', 'plain');
  expect(await readFile(place, 'utf8')).toBe(script);
});

test('a release that is damaged in the database is broken, until it is stored again', async () => {
  await loseFile(store, release, 'a.png');
  for (let turn = 0; turn < 2; turn += 1)
    await expect(store.releases.open(release)).rejects.toThrow('a.png is not what its hash says');
  await addRelease(store, 'pig', files);
  expect(await (await reopened()).releases.open(release)).toMatchObject({ id: release.id });
  await store.database.run(`UPDATE archives SET bytes = $1`, [Buffer.alloc(1000, 'x')]);
  await rm(path.join(store.dataDir, 'cache'), { recursive: true });
  const { releases } = await reopened();
  await expect(releases.open(release)).rejects.toThrow('its archive is damaged');
  const unknown = releases.open({ name: 'pig', id: 'ffffffffffff' });
  await expect(unknown).rejects.toThrow('is not in the store');
});

test('processes that unpack at once do not disturb each other, and what a killed one left a day ago is removed', async () => {
  const left = path.join(store.dataDir, 'work/left');
  await mkdir(left, { recursive: true });
  await utimes(left, 0, Date.now() / 1000 - 25 * 3600);
  const stores = await Promise.all(Array.from({ length: 6 }, reopened));
  const opened = await Promise.all(stores.map(({ releases }) => releases.open(release)));
  for (const each of opened) expect(String(await each.read('main.mjs'))).toBe(script);
  expect(await readdir(path.join(store.dataDir, 'work'))).toEqual([]);
});
