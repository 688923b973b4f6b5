import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { breakDescription, loseRelease } from '@portfolio/test-support/damage.ts';
import { layRelease, point } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readPointer } from './pointer.ts';
import { rollBack } from './rollback.ts';

const store = await temporaryStore();
let ids: string[];
beforeAll(async () => {
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
