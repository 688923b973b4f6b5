import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySecret, makeFifo } from '@portfolio/test-support/secret.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readInside } from '../folder/read-inside.ts';
import { rollBack } from '../live/move-pointer.ts';
import { findPrunable, prune } from '../store/prune.ts';
import { releaseFolder, type Store, sectionFolder } from '../store/store.ts';
import { readDescription, readRelease, readReleaseFile } from './read-release.ts';
import { idOf, type Release } from './release.ts';

let store: Store;
let site: Record<string, Release>;
let secret: string;
beforeEach(async () => {
  store = await temporaryStore();
  site = await laySmallSite(store);
  secret = laySecret(store);
});

/** Writes another description of the release of games, into the folder that it says. */
async function claim(changed: Partial<Release> & Record<string, unknown>, folderId?: string) {
  const claimed = { ...(site.games as Release), ...changed };
  const id = folderId ?? idOf(claimed);
  const folder = path.join(sectionFolder(store, 'games'), id);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'release.json'),
    JSON.stringify({ ...claimed, id: changed.id ?? id }),
  );
  return id;
}

test('a file behind a link, a link, a FIFO and a folder are no files', async () => {
  const folder = sectionFolder(store, 'games');
  await symlink(secret, path.join(folder, 'link'));
  await symlink(path.dirname(secret), path.join(folder, 'behind'));
  await symlink('/dev/zero', path.join(folder, 'zero'));
  await symlink('loop', path.join(folder, 'loop'));
  await mkdir(path.join(folder, 'folder'));
  makeFifo(path.join(folder, 'fifo'));
  for (const file of ['link', 'behind/secret', 'zero', 'loop', 'folder', 'fifo'])
    await expect(readInside(folder, file, 1e6)).rejects.toThrow(/link|no regular file/);
  await expect(readInside(folder, '../home/live.json', 1e6)).rejects.toThrow('no plain path');
  await expect(readInside('/proc/self', 'environ', 1e6)).rejects.toThrow(
    'changes while it is read',
  );
});

test.each<[string, Partial<Release> & Record<string, unknown>]>([
  ['another name', { name: 'shell' }],
  ['another id', { id: 'aaaaaaaaaaaa' }],
  ['a way out', { files: { '../../../outbox.sqlite-wal': hashOf() } }],
  ['a way out in disguise', { files: { '%2e%2e/%2e%2e/shell/x.mjs': hashOf() } }],
  ['an absolute path', { files: { '/etc/passwd': hashOf() } }],
  ['a backslash', { files: { '..\\x.mjs': hashOf() } }],
  ['markup as a path', { files: { '"><script>.mjs': hashOf() } }],
  ['too many scripts', { files: manyFiles(51) }],
  ['too many files', { files: manyFiles(1001, 'png') }],
  ['a huge file', { files: { 'a.png': { ...hashOf(), bytes: 1e9 } } }],
  ['half a file', { files: { 'a.png': { ...hashOf(), bytes: 0.5 } } }],
  ['an entry that is not there', { entry: 'nothing.mjs' }],
  ['an entry that is markup', { entry: '"><script>alert(1)</script>' }],
  ['a commit that is more', { commit: '\u202e\u001b[2J' }],
  ['the page of another section', { pages: [pageBelow('/home/x')] }],
  ['a page on another host', { pages: [pageBelow('//evil.example/games/x')] }],
  ['a page with a way out', { pages: [pageBelow('/games/../api')] }],
  ['a page twice', { pages: [pageBelow('/games/x'), pageBelow('/games/x')] }],
  ['too many pages', { pages: Array.from({ length: 101 }, (_, at) => pageBelow(`/games/x${at}`)) }],
  ['a title that turns the line', { pages: [pageBelow('/games/x', 'a\u202eb')] }],
  ['a title that is none', { pages: [{ ...pageBelow('/games/x'), title: 'x' as never }] }],
])('a release that claims %s is none', async (_what, changed) => {
  const id = await claim(changed);
  await expect(readDescription(store, 'games', id)).rejects.toThrow();
  expect(await readRelease(store, 'games', id)).toBeUndefined();
});

test('whatever in a description matters is in its id', async () => {
  for (const changed of [{ requires: { react: '*' } }, { entry: 'x' }, { files: {} }])
    await expect(
      claim(changed, site.games?.id).then((id) => readDescription(store, 'games', id)),
    ).rejects.toThrow();
});

test('a file that is not what its release lists is none of it', async () => {
  const games = site.games as Release;
  const file = path.join(releaseFolder(store, 'games', games.id), 'resources/logo.svg');
  const content = await readFile(file, 'utf8');
  expect((await readReleaseFile(store, games, 'resources/logo.svg')).toString()).toBe(content);
  await writeFile(file, content.replace('Games', 'Gamez'));
  await expect(readReleaseFile(store, games, 'resources/logo.svg')).rejects.toThrow('is not what');
});

test('a folder that claims a release of another section is pruned for itself', async () => {
  const preview = await layRelease(store, 'home', sectionFiles('home', 'Preview'));
  await rollBack(store, 'home', site.home?.id);
  const id = await claim({ name: 'home', id: preview.id, requires: { pig: '1' } });
  const soon = new Date(Date.now() + 1000);
  const prunable = (await findPrunable(store, 0, soon)).filter(({ name }) => name === 'games');
  expect(prunable).toEqual([expect.objectContaining({ name: 'games', id })]);
  await prune(store, prunable);
  expect(await readRelease(store, 'home', preview.id)).toBeDefined();
});

test('a release behind a link is none', async () => {
  const folder = releaseFolder(store, 'games', String(site.games?.id));
  await rename(folder, `${folder}-elsewhere`);
  await symlink(`${folder}-elsewhere`, folder);
  await expect(readDescription(store, 'games', String(site.games?.id))).rejects.toThrow('link');
});

function pageBelow(at: string, title = 'Title') {
  return { path: at, title: { en: title }, description: { en: 'About it' } };
}

function hashOf() {
  return { bytes: 1, integrity: `sha384-${'A'.repeat(64)}` };
}

function manyFiles(count: number, ending = 'mjs'): Release['files'] {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`a${number}.${ending}`, hashOf()]),
  );
}
