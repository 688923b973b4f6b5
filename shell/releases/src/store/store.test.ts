import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { rollBack } from '../live/move-pointer.ts';
import { pointerFile, writePointer } from '../live/pointer.ts';
import { readRelease } from '../release/read-release.ts';
import { listReleases, tableOfReleases } from './list-releases.ts';
import { listNames, makeInside, releaseFolder, sectionFolder, workInside } from './store.ts';

const store = await temporaryStore();
const script = 'export const pig = "ruby";'.repeat(50);
const first = await layRelease(store, 'home', { 'remoteEntry.mjs': script, 'locales/en.yaml': '' });

test('a release lists every file with its size and its integrity', () => {
  const integrity = (text: string) =>
    `sha384-${createHash('sha384').update(text).digest('base64')}`;
  expect(first.files).toEqual({
    'locales/en.yaml': { bytes: 0, integrity: integrity('') },
    'remoteEntry.mjs': { bytes: script.length, integrity: integrity(script) },
  });
});

test('what shrinks lies there compressed too, and is the same', async () => {
  const folder = releaseFolder(store, 'home', first.id);
  const compressed = await readFile(path.join(folder, 'remoteEntry.mjs.br'));
  expect(brotliDecompressSync(compressed).toString()).toBe(script);
  expect(compressed.length).toBeLessThan(script.length / 4);
  await expect(readFile(path.join(folder, 'locales/en.yaml.br'))).rejects.toThrow('ENOENT');
});

test('the id follows from names and contents of the files, and from nothing else', async () => {
  const files = { 'locales/en.yaml': '', 'remoteEntry.mjs': script };
  expect((await layRelease(await temporaryStore(), 'other', files)).id).toBe(first.id);
  const renamed = { 'locales/de.yaml': '', 'remoteEntry.mjs': script };
  expect((await layRelease(store, 'other', renamed)).id).not.toBe(first.id);
});

test('a release is read as it was written; one that is not there is nothing', async () => {
  expect(await readRelease(store, 'home', first.id)).toEqual(first);
  expect(await readRelease(store, 'home', 'ffffffffffff')).toBeUndefined();
  expect(await readRelease(store, 'nobody', first.id)).toBeUndefined();
});

test.each([
  ['..', first.id],
  ['home', '..'],
  ['home', '../../../etc'],
  ['home/..', first.id],
])('no address leaves the store: %j, %j', (name, id) => {
  expect(() => releaseFolder(store, name, id)).toThrow();
});

test('releases are listed newest first, and what is no release is passed over', async () => {
  const second = await layRelease(store, 'home', { 'remoteEntry.mjs': 'new' });
  await mkdir(path.join(store.folder, 'home', 'not-an-id'));
  await mkdir(path.join(store.folder, 'home', 'eeeeeeeeeeee'));
  const broken = await layRelease(store, 'home', { 'remoteEntry.mjs': 'broken' });
  await writeFile(path.join(releaseFolder(store, 'home', broken.id), 'release.json'), '{');
  await writeFile(path.join(store.folder, 'README'), '');
  const listed = await listReleases(store, 'home');
  expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(await listNames(store)).toEqual(['home', 'other']);
  await writePointer(store, 'home', [second.id]);
  const rows = await tableOfReleases(store);
  expect(rows.filter(({ name }) => name === 'home')).toMatchObject([
    { id: second.id, is: 'live', bytes: 3, commit: 'abc1234' },
    { id: first.id, is: 'rolled back', createdAt: first.createdAt },
  ]);
});

test('the table tells what was rolled back from what was never live', async () => {
  const names: Record<string, string> = {};
  const lay = async (word: string) => {
    const { id } = await layRelease(store, 'shop', { 'remoteEntry.mjs': word });
    names[id] = word;
  };
  for (const word of ['first', 'second', 'third']) await lay(word);
  const pointer = await readFile(pointerFile(store, 'shop'));
  await lay('looked at');
  await writeFile(pointerFile(store, 'shop'), pointer);
  await lay('fourth');
  await rollBack(store, 'shop');
  const rows = (await tableOfReleases(store)).filter(({ name }) => name === 'shop');
  expect(Object.fromEntries(rows.map(({ id, is }) => [names[id], is]))).toEqual({
    fourth: 'rolled back',
    'looked at': 'preview',
    third: 'live',
    second: 'previous',
    first: 'older',
  });
});

test('what is written in a folder of a section stays there, though a link takes its place meanwhile', async () => {
  const others = await makeInside(store, 'home', 'mine.pages');
  const folder = await makeInside(store, 'contact', 'theirs.pages');
  const moved = path.join(sectionFolder(store, 'contact'), 'moved.pages');
  await workInside(folder, async (inside) => {
    await rename(folder, moved);
    await symlink(others, folder);
    await writeFile(path.join(inside, 'page.json'), '');
  });
  expect([await readdir(others), await readdir(moved)]).toEqual([[], ['page.json']]);
  await expect(workInside(folder, async () => {})).rejects.toThrow('ENOTDIR');
});
