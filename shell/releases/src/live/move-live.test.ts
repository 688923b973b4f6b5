import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { breakDescription, loseRelease } from '@portfolio/test-support/damage.ts';
import { layRelease, point } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tableOfReleases } from '../store/list-releases.ts';
import type { Store } from '../store/store.ts';
import { followLiveReleases, type LiveReleases } from './live-releases.ts';
import { withReleases } from './live-set.ts';
import { retire, rollBack } from './move-pointer.ts';
import { readPointer } from './pointer.ts';

let store: Store;
let ids: string[];

describe('a roll-back', () => {
  beforeAll(async () => {
    store = await temporaryStore();
    for (const words of ['first', 'second', 'third'])
      await layRelease(store, 'home', { 'remoteEntry.mjs': words });
    ids = await readPointer(store, 'home');
  });
  beforeEach(() => point(store, 'home', ids));

  test('the release before becomes live, and the one left behind is not fallen back to', async () => {
    expect(await rollBack(store, 'home')).toBe(ids[1]);
    expect(await readPointer(store, 'home')).toEqual(ids.slice(1));
  });

  test('a named one becomes live; what came after it is left behind', async () => {
    expect(await rollBack(store, 'home', ids[2])).toBe(ids[2]);
    expect(await readPointer(store, 'home')).toEqual([ids[2]]);
  });

  test('one that was left behind can be made live again, with the others to fall back to', async () => {
    await rollBack(store, 'home', ids[2]);
    await rollBack(store, 'home', ids[0]);
    expect(await readPointer(store, 'home')).toEqual([ids[0], ids[2]]);
  });

  test('without a release before there is a sentence, and nothing changes', async () => {
    await point(store, 'home', ids.slice(0, 1));
    await expect(rollBack(store, 'home')).rejects.toThrow(
      'home has no release before the live one. Name one with `npm run rollback -- home <id>`',
    );
    expect(await readPointer(store, 'home')).toEqual(ids.slice(0, 1));
  });

  test.each(['ffffffffffff', '../../shell', 'x'])('there is no release %j', async (id) => {
    await expect(rollBack(store, 'home', id)).rejects.toThrow(`There is no release ${id} of home.`);
    expect(await readPointer(store, 'home')).toEqual(ids);
  });

  test('a release that is broken in the store is none to go back to', async () => {
    const broken = await layRelease(store, 'games', { 'remoteEntry.mjs': 'broken' });
    await layRelease(store, 'games', { 'remoteEntry.mjs': 'good' });
    const before = await readPointer(store, 'games');
    await breakDescription(store, broken);
    await expect(rollBack(store, 'games')).rejects.toThrow(`There is no release ${broken.id}`);
    await loseRelease(store, broken);
    await expect(rollBack(store, 'games')).rejects.toThrow(`There is no release ${broken.id}`);
    expect(await readPointer(store, 'games')).toEqual(before);
  });
});

describe('retiring', () => {
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
});
