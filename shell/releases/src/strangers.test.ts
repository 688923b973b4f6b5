import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { pointerFile, readPointer } from './live-pointer.ts';
import { readLiveSet } from './live-releases.ts';
import { findPrunable, prune } from './prune.ts';
import { readInside } from './read-inside.ts';
import { readDescription, readRelease, readReleaseFile } from './read-release.ts';
import { idOf, type Release } from './release.ts';
import { retire } from './retire.ts';
import { rollBack } from './rollback.ts';
import { releaseFolder, type Store, sectionFolder, shareLike } from './store.ts';
import { findFaults } from './table.ts';

// Disks are slow on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

let store: Store;
let site: Record<string, Release>;
/** Somebody else's file: of the test's own, since a fault would change what a link points to. */
let secret: string;
beforeEach(async () => {
  store = await temporaryStore();
  site = await laySmallSite(store);
  secret = path.join(path.dirname(store.folder), 'secret');
  await writeFile(secret, 'secret', { mode: 0o600 });
});

const makeFifo = (file: string) => execFileSync('mkfifo', [file]);

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

const texts: [string, string][] = [
  ['broken', 'a: b: c'],
  ['twice the same key', 'games: 1\ngames: 2'],
  ['__proto__', '__proto__: { x: 1 }'],
  ['20,000 levels', `games: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['aliases', `games:\n  a: &a text\n${'  b: *a\n'.replace('b', 'c')}`],
  ['no tree', '- a'],
  ['huge', `games: { a: "${'x'.repeat(70_000)}" }`],
  ['more than a page takes', `games: [${'a,'.repeat(3000)}a]`],
  ['tangled', `games: ${'{ a: '.repeat(15)}${'}'.repeat(15)}`],
];

test.each(texts)(
  'with texts that are %s it falls back to the release before',
  async (_what, yaml) => {
    const files = { ...sectionFiles('games', 'Broken'), 'locales/en.yaml': yaml };
    const broken = await layRelease(store, 'games', files);
    const set = await readLiveSet(store);
    expect(set?.sections.games?.map(({ id }) => id)).toEqual([site.games?.id]);
    expect(set?.sections.home).toHaveLength(1);
    expect(set?.faults).toEqual([expect.objectContaining({ of: `games@${broken.id}` })]);
    expect((await findFaults(store)).join()).toContain(`games@${broken.id}: locales/en.yaml`);
  },
);

test('texts beside those of a section are none of the site', async () => {
  const yaml = 'games: { title: Mine }\nhome: { title: Taken }\nsite: { title: Taken }\nhints: {}';
  await layRelease(store, 'games', { ...sectionFiles('games', 'x'), 'locales/en.yaml': yaml });
  const games = (await readLiveSet(store))?.sections.games?.[0];
  expect(Object.keys(games?.texts.en ?? {})).toEqual(['games', 'hints']);
});

const pointers: [string, (file: string) => unknown][] = [
  ['missing', (file) => rm(file)],
  ['broken', (file) => writeFile(file, '{')],
  ['huge', (file) => writeFile(file, `[${'"aaaaaaaaaaaa",'.repeat(100_000)}"aaaaaaaaaaaa"]`)],
  ['a FIFO', (file) => rm(file).then(() => makeFifo(file))],
  ['a folder', (file) => rm(file).then(() => mkdir(file))],
  ['a link', (file) => rm(file).then(() => symlink(secret, file))],
  ['a loop', (file) => rm(file).then(() => symlink('live.json', file))],
];

test.each(pointers)(
  'a pointer that is %s: what was live last, and commands that mend it',
  async (_what, damage) => {
    await readLiveSet(store);
    await damage(pointerFile(store, 'games'));
    // As after a restart: nothing is known but what lies in the store.
    const set = await readLiveSet(store);
    expect(set?.sections.games?.map(({ id }) => id)).toEqual([site.games?.id]);
    expect(set?.faults).toEqual([expect.objectContaining({ of: 'games' })]);
    await rollBack(store, 'games', site.games?.id);
    expect(await readPointer(store, 'games')).toEqual([site.games?.id]);
    expect((await readLiveSet(store))?.faults).toEqual([]);
  },
);

test('in the place of the lock can be anything', async () => {
  const lock = path.join(sectionFolder(store, 'games'), '.lock');
  const ids = await readPointer(store, 'games');
  for (const lay of [
    () => writeFile(lock, 'this is no database '.repeat(100)),
    () => symlink(secret, lock),
    () => mkdir(lock),
    async () => makeFifo(lock),
  ]) {
    await rm(lock, { recursive: true, force: true });
    await lay();
    expect(await rollBack(store, 'games', ids[0])).toBe(ids[0]);
  }
  expect(await readFile(secret, 'utf8')).toBe('secret');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
});

test('what the owner shares with a team is never what a link points to', async () => {
  const link = path.join(sectionFolder(store, 'games'), 'link');
  await symlink(secret, link);
  await expect(shareLike(sectionFolder(store, 'games'), link)).rejects.toThrow('ELOOP');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
});

test('a release behind a link is none', async () => {
  const folder = releaseFolder(store, 'games', String(site.games?.id));
  await rename(folder, `${folder}-elsewhere`);
  await symlink(`${folder}-elsewhere`, folder);
  await expect(readDescription(store, 'games', String(site.games?.id))).rejects.toThrow('link');
});

function hashOf() {
  return { bytes: 1, integrity: `sha384-${'A'.repeat(64)}` };
}

function manyFiles(count: number, ending = 'mjs'): Release['files'] {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`a${number}.${ending}`, hashOf()]),
  );
}

test('what a parser says of texts moves nothing on a terminal', async () => {
  const yaml = 'games: {"\u202e": *a\u202e}';
  await layRelease(store, 'games', { ...sectionFiles('games', 'x'), 'locales/en.yaml': yaml });
  const faults = await findFaults(store);
  expect(faults).toHaveLength(1);
  expect(faults.join()).toMatch(/^[\x20-\x7e]+$/);
});

test('a broken pointer keeps nobody from retiring the section', async () => {
  await readLiveSet(store);
  await writeFile(pointerFile(store, 'games'), '{');
  await mkdir(path.join(sectionFolder(store, 'games'), 'retired.json'));
  expect(await retire(store, 'games')).toBe(site.games?.id);
  expect((await readLiveSet(store))?.sections.games).toEqual([]);
});

test('what a pointer names is noted, and nothing is removed for it', async () => {
  const victim = releaseFolder(store, 'home', String(site.home?.id));
  const section = sectionFolder(store, 'games');
  await writeFile(pointerFile(store, 'games'), JSON.stringify([site.home?.id]));
  // As it is when the folder of the notes becomes a link between two looks.
  await cp(victim, path.join(section, '.left', String(site.home?.id)), { recursive: true });
  await rollBack(store, 'games', site.games?.id);
  const left = path.join(section, '.left', String(site.home?.id), 'release.json');
  expect((await stat(left)).isFile()).toBe(true);
});

test("a page stands neither in nor below another section's place", async () => {
  const page = { ...defaultPage('games'), path: '/home/news', order: 0 };
  await layRelease(store, 'games', sectionFiles('games', 'x'), { page });
  const set = await readLiveSet(store);
  expect(set?.pages.map(({ section }) => section)).toEqual(['home']);
  expect(set?.faults).toEqual([{ of: 'games', reason: 'another section is at /home' }]);
});

test.each([
  ['long', 'x'.repeat(61)],
  ['of two lines', 'a\u2028b'],
  ['one that turns the line', 'a\u202eb'],
])('no name in the navigation is %s', async (_what, name) => {
  const text = JSON.stringify({ games: { document: { title: name } } });
  const files = { ...sectionFiles('games', 'x'), 'locales/de.yaml': text };
  await layRelease(store, 'games', files);
  const set = await readLiveSet(store);
  expect(set?.pages.map(({ section }) => section)).toEqual(['home']);
  expect(set?.faults[0]?.reason).toMatch(/its name in the navigation/);
});
