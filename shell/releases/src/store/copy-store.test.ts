import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { retire, rollBack } from '../live/change-live.ts';
import { findFaults } from '../live/follow-live-releases.ts';
import { noteFault } from './faults.ts';
import { copyStore, listReleases, readLive, readLog, type Store } from './store.ts';

/** Makes a site with rows in all tables. */
async function livelySite() {
  const store = await openTemporaryStore({});
  await addSmallSite(store);
  const failing = await addRelease(store, 'games', { 'remoteEntry.mjs': 'failing' });
  await noteFault(store, failing);
  await noteFault(store, failing, { error: 'TypeError', places: [] });
  await rollBack(store, 'games');
  await addRelease(store, 'shop', { 'remoteEntry.mjs': 'shop' });
  await retire(store, 'shop');
  return store;
}

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

test('a copy of a copy has all facts', async () => {
  const from = await livelySite();
  const there = await temporaryStore();
  expect(await copyStore(from, there)).toBe(5);
  expect(await seen(there)).toEqual(await seen(from));
  const back = await openTemporaryStore({});
  await copyStore(there, back);
  expect(await seen(back)).toEqual(await seen(from));
});

test('a place in use is refused, and stays as it is', async () => {
  const from = await livelySite();
  const there = await temporaryStore();
  await addRelease(there, 'news', { 'remoteEntry.mjs': 'news' });
  const before = await seen(there);
  await expect(copyStore(from, there)).rejects.toThrow('Name an empty database');
  expect(await seen(there)).toEqual(before);
});
