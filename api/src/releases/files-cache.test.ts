import { rm } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { releaseFolder } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { createLog } from '../log.ts';
import { cacheFiles } from './files-router.ts';

const log = createLog('silent');

/** A release of two files that do not shrink, and a cache with room for so many of them. */
async function cacheWithRoomFor(most: number) {
  const store = await temporaryStore();
  const files = { 'main.mjs': '', 'one.png': '1'.repeat(1000), 'two.png': '2'.repeat(1000) };
  const { id } = await layRelease(store, 'home', files);
  const { find } = cacheFiles(
    { store, find: followLiveReleases(store, log).find, log },
    most * 1600,
  );
  const isFound = async (file: string) => (await find('home', id, file)) !== undefined;
  const removeFromDisk = () => rm(releaseFolder(store, 'home', id), { recursive: true });
  return { isFound, removeFromDisk };
}

test('what was asked for is cached, whatever becomes of the disk', async () => {
  const { isFound, removeFromDisk } = await cacheWithRoomFor(2);
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
  await removeFromDisk();
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
});

test('the oldest goes first when there is no more room', async () => {
  const { isFound, removeFromDisk } = await cacheWithRoomFor(1);
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
  await removeFromDisk();
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([false, true]);
});

test('visitors who ask for a file at the same moment take the room of one', async () => {
  const { isFound, removeFromDisk } = await cacheWithRoomFor(2);
  await Promise.all(Array.from({ length: 10 }, () => isFound('one.png')));
  await isFound('two.png');
  await removeFromDisk();
  expect([await isFound('one.png'), await isFound('two.png')]).toEqual([true, true]);
});

test('a file that is pushed out while it is read is found all the same', async () => {
  const store = await temporaryStore();
  // The first is read for longest, and so in the way of all that come after it.
  const sizes = [400_000, ...Array.from({ length: 20 }, () => 1000)];
  const files = Object.fromEntries(sizes.map((size, at) => [`${at}.png`, 'p'.repeat(size)]));
  const { id } = await layRelease(store, 'home', { 'main.mjs': '', ...files });
  const cache = cacheFiles({ store, find: followLiveReleases(store, log).find, log }, 2500);
  for (const turn of [1, 2]) {
    const asked = Object.keys(files).map((file) => cache.find('home', id, file));
    expect([turn, (await Promise.all(asked)).filter(Boolean).length]).toEqual([turn, 21]);
  }
});
