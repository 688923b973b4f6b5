import { beforeEach, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tableOfReleases } from '../store/list-releases.ts';
import type { Store } from '../store/store.ts';
import { followLiveReleases, type LiveReleases } from './live-releases.ts';
import { withReleases } from './live-set.ts';
import { readPointer } from './pointer.ts';
import { retire } from './retire.ts';
import { rollBack } from './rollback.ts';

let store: Store;
let ids: string[];
let live: LiveReleases;
beforeEach(async () => {
  store = await temporaryStore();
  live = followLiveReleases(store, createLog('silent'));
  await laySmallSite(store);
  await layRelease(store, 'games', { 'remoteEntry.mjs': 'second' });
  ids = await readPointer(store, 'games');
});

const liveSet = async () => {
  const set = await live.fresh();
  if (!set) throw new Error('There is no site');
  return set;
};
const paths = async () => (await liveSet()).pages.map(({ path }) => path);

test('a retired section has no page, and a roll-back brings it back as it was', async () => {
  expect(await paths()).toEqual(['/home', '/games']);
  expect(await retire(store, 'games')).toBe(ids[0]);
  expect(await paths()).toEqual(['/home']);
  expect((await liveSet()).key).not.toContain('games@');
  expect(await rollBack(store, 'games')).toBe(ids[0]);
  expect(await readPointer(store, 'games')).toEqual(ids);
  expect(await paths()).toEqual(['/home', '/games']);
});

test('a named release of a retired section becomes live', async () => {
  await retire(store, 'games');
  expect(await rollBack(store, 'games', ids[1])).toBe(ids[1]);
  expect(await readPointer(store, 'games')).toEqual([ids[1]]);
});

test('its releases stay for the pages that have them, and the table says what they are', async () => {
  const before = await liveSet();
  await retire(store, 'games');
  const refs = [{ name: 'games', id: String(ids[0]) }];
  const kept = await withReleases(live, await liveSet(), refs);
  expect(kept.key).toBe(before.key);
  const rows = await tableOfReleases(store);
  const games = rows.filter(({ name }) => name === 'games');
  expect(games.map(({ is }) => is)).toEqual(['retired', 'retired']);
});

test('what is not live, and the shell, cannot be retired', async () => {
  await retire(store, 'games');
  await expect(retire(store, 'games')).rejects.toThrow('games is not live');
  await expect(retire(store, 'shell')).rejects.toThrow('Without the shell there is no site');
});
