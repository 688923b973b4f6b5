import { beforeEach, expect, test } from '@jest/globals';
import { addPreview, deployFiles, addRelease as lay } from '@portfolio/test-support/add-release.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { type AddOptions, retire, rollBack } from '../live/change-live.ts';
import { findFaults } from '../live/follow-live-releases.ts';
import { noteFault } from './faults.ts';
import {
  changeSite,
  copyStore,
  listedRelease,
  listReleases,
  readLive,
  readLiveOf,
  readLog,
  type Store,
} from './store.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

/** Adds a release with this script, as a deploy does. */
const publish = (name: string, words: string, options?: AddOptions) =>
  deployFiles(store, name, { 'main.mjs': words }, options);

const idsOf = async (name: string) => (await readLiveOf(store.database, name)).ids;
const known = async (name: string) => (await listReleases(store, name)).map(({ id }) => id);

/** Makes all releases that left as old as that. */
const age = (days: number) =>
  changeSite(store, (tx) =>
    tx.run('UPDATE releases SET left_at = left_at - $1', [days * 86_400_000]),
  );

test('a publication keeps what is live, the one before, a week, and the 20 newest', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    ids.push((await lay(store, 'pig', { 'main.mjs': `${turn}` })).id);
  ids.push((await publish('pig', 'young')).id);
  expect(await known('pig')).toHaveLength(26);
  await age(7);
  ids.push((await publish('pig', 'newest')).id);
  const kept = await known('pig');
  expect(kept.toSorted()).toEqual(ids.slice(-23).sort());
  expect(await idsOf('pig')).toEqual(ids.slice(-23).reverse());
  const [row] = await store.database.run('SELECT COUNT(*) AS count FROM archives');
  expect(row).toMatchObject({ count: 23 });
});

test('a publication keeps ten previews beside the new one, and what was retired', async () => {
  const live = [await publish('pig', 'one'), await publish('pig', 'two')];
  await retire(store, 'pig');
  await age(365);
  for (let turn = 0; turn < 25; turn += 1) await lay(store, 'other', { 'main.mjs': `${turn}` });
  const previews: string[] = [];
  for (let turn = 0; turn < 13; turn += 1)
    previews.push((await publish('pig', `${turn}`, { isPreview: true })).id);
  const kept = await known('pig');
  expect(kept).toEqual(expect.arrayContaining([...live.map(({ id }) => id), previews[12]]));
  expect(kept).toHaveLength(13);
  expect(await rollBack(store, 'pig')).toBe(live[1]?.id);
});

test('a release that is published again is not removed as the oldest preview', async () => {
  const first = await publish('pig', 'first', { isPreview: true });
  for (let turn = 0; turn < 10; turn += 1)
    await addPreview(store, 'pig', { 'main.mjs': `${turn}` });
  await publish('pig', 'first');
  expect(await idsOf('pig')).toEqual([first.id]);
});

test('the list shows live, earlier, rolled back, preview and retired releases', async () => {
  const names: Record<string, string> = {};
  const note = async (word: string, options?: AddOptions) => {
    names[(await publish('shop', word, options)).id] = word;
  };
  for (const word of ['first', 'second', 'third']) await note(word);
  await note('previewed', { isPreview: true });
  await note('fourth');
  await rollBack(store, 'shop');
  const [row] = await listReleases(store, 'shop');
  const facts = { name: 'shop', is: 'rolled back', commit: 'abc1234', bytes: 6, failed: 0 };
  expect(row).toMatchObject(facts);
  expect(listedRelease.parse(row)).toEqual(row);
  const places = async () =>
    Object.fromEntries((await listReleases(store, 'shop')).map(({ id, is }) => [names[id], is]));
  const left = { fourth: 'rolled back', previewed: 'preview', first: 'older' };
  expect(await places()).toEqual({ ...left, third: 'live', second: 'previous' });
  await retire(store, 'shop');
  expect(await places()).toEqual({ ...left, third: 'retired', second: 'older' });
});

/** Reads all visible facts of a store. */
async function seen(store: Store) {
  return {
    releases: await listReleases(store),
    live: await readLive(store.database),
    faults: await findFaults(store),
    thrown: await store.database.run('SELECT * FROM faults ORDER BY name, id, error'),
    log: await readLog(store),
  };
}

test('a copy of a copy has all facts, and a place in use is refused and stays as it is', async () => {
  // With rows in all tables.
  const from = await openTemporaryStore({});
  await addSmallSite(from);
  const failing = await lay(from, 'games', { 'remoteEntry.mjs': 'failing' });
  await noteFault(from, failing);
  await noteFault(from, failing, { error: 'TypeError', places: [] });
  await rollBack(from, 'games');
  await lay(from, 'shop', { 'remoteEntry.mjs': 'shop' });
  await retire(from, 'shop');
  const there = await temporaryStore();
  expect(await copyStore(from, there)).toBe(5);
  const facts = await seen(from);
  expect(await seen(there)).toEqual(facts);
  const back = await openTemporaryStore({});
  await copyStore(there, back);
  expect(await seen(back)).toEqual(facts);
  await lay(from, 'news', { 'remoteEntry.mjs': 'news' });
  const refused =
    'The place to copy to is in use already, and nothing of it has changed. Name an empty database, or a new folder.';
  await expect(copyStore(from, there)).rejects.toThrow(refused);
  expect(await seen(there)).toEqual(facts);
});
