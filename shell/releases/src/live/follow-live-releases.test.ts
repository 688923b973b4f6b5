import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { addRelease, buildRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile, loseRelease } from '@portfolio/test-support/damage.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import {
  openTemporaryStore,
  settingsOf,
  temporaryStore,
} from '@portfolio/test-support/temporary-store.ts';
import pino from 'pino';
import { DatabaseUnreadableError } from '../database/database-errors.ts';
import type { Release } from '../release/release.ts';
import { findFaults } from '../store/find-faults.ts';
import { changeSite, type Store } from '../store/store.ts';
import { followLiveReleases, type LiveReleases } from './follow-live-releases.ts';

let store: Store;
let site: Record<string, Release>;
let live: LiveReleases;
beforeEach(async () => {
  store = await temporaryStore();
  site = await addSmallSite(store);
  live = followLiveReleases(store, createLog('silent'));
});

const idsOf = async (name: string) => (await live.current())?.sections[name]?.map(({ id }) => id);
const addHome = (title: string) => addRelease(store, 'home', sectionFiles('home', title));

test('an empty store has no site yet', async () => {
  const empty = followLiveReleases(await temporaryStore(), createLog('silent'));
  expect(await empty.current()).toBeUndefined();
});

test('the set has shell, pages and sections with their addresses', async () => {
  const set = await live.current();
  expect(set?.shell.id).toBe(site.shell?.id);
  expect(set?.pages.map((page) => page.path)).toEqual(['/home', '/games']);
  expect(Object.keys(set?.sections ?? {}).sort()).toEqual(['games', 'home']);
  expect(set?.shell.base).toBe(`/releases/shell/${site.shell?.id}/`);
});

test('the next request sees a deploy, with the release before as its fallback', async () => {
  const key = (await live.current())?.key;
  const second = await addHome('Second');
  expect(await idsOf('home')).toEqual([second.id, site.home?.id]);
  const third = await addHome('Third');
  expect(await idsOf('home')).toEqual([third.id, second.id]);
  expect((await live.current())?.key).not.toBe(key);
});

test('the set stays the same object until it changes', async () => {
  const set = await live.current();
  expect(await live.current()).toBe(set);
  await buildRelease(store, 'home', sectionFiles('home', 'Not published'));
  await store.facts.run('UPDATE changes SET number = number + 1');
  await new Promise(setImmediate);
  expect(await live.current()).toBe(set);
});

test('the release before replaces a lost one, which is logged once', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const logged = followLiveReleases(store, log);
  await logged.current();
  const lost = await addHome('Lost');
  await loseRelease(store, lost);
  for (let visit = 0; visit < 3; visit += 1)
    expect((await logged.current())?.sections.home?.[0]?.id).toBe(site.home?.id);
  expect(lines).toEqual([
    'Live releases',
    'A release is broken and is passed over',
    'Live releases',
    'This should be live and cannot be',
  ]);
  expect((await findFaults(store)).join()).toContain(`home@${lost.id}: should be live`);
});

test('lost texts only replace their release, and a deploy of equal sources brings it back', async () => {
  const files = sectionFiles('home', 'Second');
  const second = await addRelease(store, 'home', files);
  await loseFile(store, second, 'locales/de.yaml');
  const set = await live.current();
  expect(set?.sections.home?.map(({ id }) => id)).toEqual([site.home?.id]);
  expect(set?.faults).toEqual([{ of: `home@${second.id}`, reason: 'locales/de.yaml is missing' }]);
  expect(await idsOf('games')).toEqual([site.games?.id]);
  await addRelease(store, 'home', files);
  const again = followLiveReleases(store, createLog('silent'));
  expect((await again.current())?.sections.home?.[0]?.id).toBe(second.id);
});

test('two releases that share a lost content are both replaced', async () => {
  const files = sectionFiles('home', 'Home');
  const second = await addRelease(store, 'home', { ...files, 'remoteEntry.11aa22bb.mjs': 'new' });
  await loseFile(store, second, 'locales/de.yaml');
  expect(await idsOf('home')).toEqual([]);
  expect((await live.current())?.pages.map(({ path }) => path)).toEqual(['/games']);
});

test('a release with a broken script is replaced until all its files are whole', async () => {
  const second = await addHome('Second');
  expect((await idsOf('home'))?.[0]).toBe(second.id);
  live.refuse(second, 'remoteEntry.11aa22bb.mjs is not what its hash says');
  expect(await idsOf('home')).toEqual([site.home?.id]);
  expect((await live.current())?.faults).toEqual([
    { of: `home@${second.id}`, reason: 'remoteEntry.11aa22bb.mjs is not what its hash says' },
  ]);
  expect(await live.find(second)).toBeUndefined();
});

test('if every release of a name is broken, those in memory stay live', async () => {
  const before = await live.current();
  const games = site.games as Release;
  live.refuse(games, 'a.mjs is missing');
  const set = await live.current();
  expect(set?.sections.games).toEqual(before?.sections.games);
  expect(set?.faults).toEqual([{ of: `games@${games.id}`, reason: 'a.mjs is missing' }]);
});

test('a row that cannot be parsed is trouble, and what is in memory stays live', async () => {
  const before = await live.current();
  for (const database of [store.local, store.facts])
    await database.run(`UPDATE live SET ids = '[' WHERE name = 'games'`);
  await changeSite(store, function* () {});
  await new Promise(setImmediate);
  expect(await live.current()).toBe(before);
  expect(live.trouble()).toContain('JSON');
});

test('an unreadable database is reported, and releases in memory stay live', async () => {
  let isBroken = false;
  const read: typeof store.local.read = (...asked) => {
    if (isBroken) throw new DatabaseUnreadableError('site.sqlite cannot be read');
    return store.local.read(...asked);
  };
  const breaking = { ...store, local: { ...store.local, read } };
  const going = followLiveReleases(breaking, createLog('silent'));
  const before = await going.current();
  expect(going.trouble()).toBeUndefined();
  await new Promise(setImmediate);
  isBroken = true;
  expect(await going.current()).toBe(before);
  expect(going.trouble()).toBe('site.sqlite cannot be read');
  expect((await going.find(site.home ?? { name: '', id: '' }))?.id).toBe(site.home?.id);
  expect(await going.find({ name: 'home', id: 'ffffffffffff' })).toBeUndefined();
  isBroken = false;
  expect(await going.current()).toBe(before);
  expect(going.trouble()).toBeUndefined();
});

test('a damaged part of a database is logged once, and reported until it is readable', async () => {
  let isBroken = true;
  const read: typeof store.local.read = (sql, ...values) => {
    if (isBroken && !/FROM changes/.test(sql))
      throw new DatabaseUnreadableError('A page is damaged');
    return store.local.read(sql, ...values);
  };
  const log = createLog('silent');
  const logged = jest.spyOn(log, 'error');
  const damaged = followLiveReleases({ ...store, local: { ...store.local, read } }, log);
  for (let request = 0; request < 3; request += 1) {
    const asked = damaged.current();
    if (request > 0) expect(damaged.trouble()).toBe('A page is damaged');
    await asked;
    await new Promise(setImmediate);
  }
  expect(logged).toHaveBeenCalledTimes(1);
  isBroken = false;
  expect((await damaged.current())?.shell.id).toBe(site.shell?.id);
  expect(damaged.trouble()).toBeUndefined();
});

test('a file that is no database is reported at the start, with what to do', async () => {
  const place = settingsOf(store);
  await store.local.close();
  const file = path.join(store.dataDir, place.DATABASE_URL ? 'copy.sqlite' : 'site.sqlite');
  for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true });
  await writeFile(file, 'broken'.repeat(1000));
  const doing = place.DATABASE_URL ? 'Remove it' : "put last night's copy in its place";
  await expect(openTemporaryStore(place)).rejects.toThrow(doing);
});

test('unknown and invalid releases are not found, and a later release is', async () => {
  expect(await live.find({ name: 'home', id: 'ffffffffffff' })).toBeUndefined();
  expect(await live.find({ name: '../home', id: '../shell' })).toBeUndefined();
  const late = await addHome('Late');
  expect((await live.find(late))?.id).toBe(late.id);
});

test('the id of a release depends on its page', async () => {
  const files = sectionFiles('art', 'Art');
  const { id } = await addRelease(store, 'art', files);
  const page = { ...defaultPage('art'), order: 5 };
  expect((await addRelease(store, 'art', files, { page })).id).not.toBe(id);
});

test('concurrent requests share one statement', async () => {
  await live.current();
  let reads = 0;
  const local = {
    ...store.local,
    read: ((...asked: Parameters<typeof store.local.read>) => {
      reads += 1;
      return store.local.read(...asked);
    }) as typeof store.local.read,
  };
  const counted = followLiveReleases({ ...store, local }, createLog('silent'));
  await counted.current();
  await new Promise(setImmediate);
  reads = 0;
  await Promise.all(Array.from({ length: 32 }, () => counted.current()));
  expect(reads).toBe(1);
});
