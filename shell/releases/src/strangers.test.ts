import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySecret, makeFifo } from '@portfolio/test-support/secret.ts';
import { laySmallSite, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { pointerFile, readPointer } from './live-pointer.ts';
import { readLiveSet } from './live-releases.ts';
import type { Release } from './release.ts';
import { retire } from './retire.ts';
import { rollBack } from './rollback.ts';
import { releaseFolder, type Store, sectionFolder, shareLike } from './store.ts';
import { findFaults } from './table.ts';

// Disks are slow on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

let store: Store;
let site: Record<string, Release>;
let secret: string;
beforeEach(async () => {
  store = await temporaryStore();
  site = await laySmallSite(store);
  secret = laySecret(store);
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
  'a pointer that is %s: what was live last, and commands that repair it',
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

test('a shell whose document can become no page gives way to the one before', async () => {
  const whole = shellFiles['document.html'];
  for (const html of ['', whole.replaceAll('{{entry}}', ''), whole.replace('{{importMap}}', '')]) {
    const { id } = await layRelease(store, 'shell', { ...shellFiles, 'document.html': html });
    const set = await readLiveSet(store);
    expect(set?.shell.id).toBe(site.shell?.id);
    expect(set?.faults).toContainEqual({
      of: `shell@${id}`,
      reason: expect.stringContaining('no page can be made of it'),
    });
  }
});
