import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { cached, loseFile, loseRelease } from '@portfolio/test-support/damage.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { emptyStoreSettings, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import type { Release } from '../release/release.ts';
import { changeSite, type Store } from '../store/store.ts';
import { followLiveReleases, type LiveReleases } from './follow-live-releases.ts';

let place: Awaited<ReturnType<typeof emptyStoreSettings>>;
let store: Store;
let site: Record<'shell' | 'home' | 'games', Release>;
let live: LiveReleases;
let logged: object[];

async function follow(of: Store): Promise<void> {
  logged = [];
  const at = (level: number) => (facts: object, msg: string) =>
    void logged.push({ level, ...facts, msg });
  live = await followLiveReleases(of, { info: at(30), error: at(50) });
  stopLater({ stop: live.close });
}

/** From now on `live` is another process. */
const followAnew = async () => follow(await openTemporaryStore(place));

beforeEach(async () => {
  place = await emptyStoreSettings();
  store = await openTemporaryStore(place);
  site = (await addSmallSite(store)) as typeof site;
  await follow(store);
});

const idsOf = async (name: string) => (await live.current())?.sections[name]?.map(({ id }) => id);
const addHome = (title: string) => addRelease(store, 'home', sectionFiles('home', title));

test('the set is the same object until what is live changes', async () => {
  const set = await live.current();
  await changeSite(store, async () => {});
  expect(await live.current()).toBe(set);
  const second = await addHome('Second');
  expect(await idsOf('home')).toEqual([second.id, site.home.id]);
  const third = await addHome('Third');
  expect(await idsOf('home')).toEqual([third.id, second.id]);
});

test('a server sees its own changes at once, those of others soon, and asks nothing in between', async () => {
  const own = await addHome('Own');
  expect((await idsOf('home'))?.[0]).toBe(own.id);
  const other = await openTemporaryStore(place);
  const next = await addRelease(other, 'home', sectionFiles('home', 'Other'));
  await until(async () => (await idsOf('home'))?.[0] === next.id, 'it is seen');
  await live.close();
  await store.database.close();
  expect((await idsOf('home'))?.[0]).toBe(next.id);
  expect((await live.find(next))?.id).toBe(next.id);
});

test('a file that is damaged for good replaces its release alone, and a deploy brings it back', async () => {
  const files = sectionFiles('home', 'Second');
  const second = await addRelease(store, 'home', files);
  await loseFile(store, second, 'locales/de.yaml');
  await followAnew();
  for (let visit = 0; visit < 3; visit += 1) expect(await idsOf('home')).toEqual([site.home.id]);
  const fault = `home@${second.id}: locales/de.yaml is not what its hash says`;
  expect(logged).toEqual([
    { level: 30, live: (await live.current())?.key, msg: 'Live releases' },
    { level: 50, faults: [fault], msg: 'This should be live and cannot be' },
  ]);
  expect((await live.current())?.faults).toEqual([fault]);
  expect(await live.find(second)).toBeUndefined();
  expect(await idsOf('games')).toEqual([site.games.id]);
  await addRelease(store, 'home', files);
  await until(async () => (await idsOf('home'))?.[0] === second.id, 'it is back');
});

test('if every release of a name is broken, those in memory stay live', async () => {
  const before = await live.current();
  await loseRelease(store, site.home);
  const [opened] = before?.sections.home ?? [];
  expect(opened?.id).toBe(site.home.id);
  expect(await opened?.read(site.home.entry)).toBeUndefined();
  await changeSite(store, async () => {});
  expect((await live.current())?.sections.home).toEqual(before?.sections.home);
  await followAnew();
  expect([await idsOf('home'), live.trouble()]).toEqual([[], undefined]);
  await loseRelease(store, site.shell);
  await followAnew();
  expect(live.trouble()).toMatch(/^home@.* is not in the store$/);
});

test('a database that cannot be read is trouble, and what is in memory stays live', async () => {
  const before = await live.current();
  await store.database.run('ALTER TABLE live RENAME TO elsewhere');
  await changeSite(store, async () => {});
  for (let visit = 0; visit < 3; visit += 1) expect(await live.current()).toBe(before);
  const reason = live.trouble();
  expect(reason).toContain('live');
  await store.database.run('ALTER TABLE elsewhere RENAME TO live');
  await until(() => live.trouble() === undefined, 'it is read again');
  expect(logged.slice(1)).toEqual([
    { level: 50, reason, msg: 'What is live cannot be followed, and stays as it was' },
    { level: 30, msg: 'What is live can be followed again' },
  ]);
  await changeSite(store, (tx) => tx.run('DELETE FROM live'));
  const sentence = `The database has no live shell, and this machine has: it goes on with its own. Is it the right one? If so, \`npx portfolio releases copy\` or \`npx portfolio deploy --changed\` fills it; to begin anew, remove ${path.join(place.DATA_DIR, 'live.json')}.`;
  expect(live.trouble()).toBe(sentence);
  expect(await live.current()).toBe(before);
});

test('unknown and invalid releases are not found, and a later release is', async () => {
  expect(await live.find({ name: 'home', id: 'ffffffffffff' })).toBeUndefined();
  expect(await live.find({ name: '../home', id: '../shell' })).toBeUndefined();
  const other = await openTemporaryStore(place);
  const late = await addRelease(other, 'home', sectionFiles('home', 'Late'));
  await until(async () => (await live.find(late))?.id === late.id, 'it is found');
});

test('invented releases cost one look between two ticks', async () => {
  let looks = 0;
  const { run } = store.database;
  store.database.run = (...statement) => {
    looks += 1;
    return run(...statement);
  };
  const ids = Array.from({ length: 200 }, (_, at) => at.toString(16).padStart(12, '0'));
  for (const id of ids) await live.find({ name: 'home', id });
  expect(looks).toBeLessThan(5);
});

test('only known releases stay in the cache', async () => {
  const gone = await addHome('Gone');
  await writeFile(cached(store, gone, 'left'), '');
  await loseRelease(store, gone);
  await writeFile(path.join(store.dataDir, 'cache/home/left'), '').catch(() => {});
  await changeSite(store, async () => {});
  await expect(rm(cached(store, gone))).rejects.toThrow('ENOENT');
  await expect(rm(path.join(store.dataDir, 'cache/home/left'))).rejects.toThrow('ENOENT');
});
