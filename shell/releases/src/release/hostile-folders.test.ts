import {
  cp,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { laySecret, makeFifo } from '@portfolio/test-support/secret.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readLiveSet } from '../live/live-releases.ts';
import { retire, rollBack } from '../live/move-pointer.ts';
import { pointerFile, readPointer } from '../live/pointer.ts';
import { dataDirOf, releaseFolder, type Store, sectionFolder, shareLike } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import type { Release } from './release.ts';

let store: Store;
let site: Record<string, Release>;
let secret: string;
beforeEach(async () => {
  store = await temporaryStore();
  site = await laySmallSite(store);
  secret = laySecret(store);
});

const pointers: [string, (file: string) => unknown][] = [
  ['missing', (file) => rm(file)],
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
    () => link(path.join(sectionFolder(store, 'home'), 'live.json'), lock),
  ]) {
    await rm(lock, { recursive: true, force: true });
    await lay();
    expect(await rollBack(store, 'games', ids[0])).toBe(ids[0]);
  }
  expect(await readFile(secret, 'utf8')).toBe('secret');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
});

test('a lock that is exchanged for a link while the owner waits for it changes nothing elsewhere', async () => {
  const keys = path.join(dataDirOf(store), 'keys.json');
  const database = path.join(dataDirOf(store), 'other.sqlite');
  const other = new DatabaseSync(database);
  other.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (1)');
  other.close();
  const before = await readFile(database);
  const lock = path.join(sectionFolder(store, 'games'), '.lock');
  for (const target of [keys, database]) {
    let waiting: Promise<string> | undefined;
    await withStoreLock(store, 'games', async () => {
      waiting = rollBack(store, 'games', site.games?.id);
      await sleep(300);
      await rm(lock);
      await symlink(target, lock);
      await sleep(300);
    });
    expect(await waiting).toBe(site.games?.id);
    expect((await lstat(lock)).isFile()).toBe(true);
  }
  expect(await readdir(dataDirOf(store))).not.toContain('keys.json');
  expect(await readFile(database)).toEqual(before);
});

test('what the owner shares with a team is never what a link points to', async () => {
  const link = path.join(sectionFolder(store, 'games'), 'link');
  await symlink(secret, link);
  await expect(shareLike(sectionFolder(store, 'games'), link)).rejects.toThrow('ELOOP');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
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
