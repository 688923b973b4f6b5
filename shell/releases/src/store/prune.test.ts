import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { layNothings, loseRelease } from '@portfolio/test-support/damage.ts';
import { layRelease, point } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { putLive } from '../live/move-pointer.ts';
import { noteLeft, readPointer } from '../live/pointer.ts';
import { inspectReleases } from './list-releases.ts';
import { findPrunable, prune } from './prune.ts';
import { clearStaging, type Store } from './store.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

async function storeWithFour(): Promise<{ store: Store; ids: string[] }> {
  const store = await temporaryStore();
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three', 'four'])
    ids.push((await layRelease(store, 'pig', { 'main.mjs': title })).id);
  return { store, ids };
}

const idsOf = async (releases: Promise<{ id: string }[]>) => (await releases).map(({ id }) => id);

test('what is live and what it falls back to is never prunable', async () => {
  const { store, ids } = await storeWithFour();
  const prunable = await idsOf(findPrunable(store, 0, inDays(1000)));
  expect(prunable.toSorted()).toEqual([ids[0], ids[1]].sort());
});

test('a page opened a moment ago keeps the release it may still need', async () => {
  const { store } = await storeWithFour();
  expect(await findPrunable(store, 7, inDays(6))).toEqual([]);
  expect(await findPrunable(store, 7, inDays(8))).toHaveLength(2);
});

test('the age counts from the day it went out of use, not from the day it was made', async () => {
  const { store, ids } = await storeWithFour();
  await noteLeft(store, { name: 'pig', id: String(ids[0]) }, inDays(5));
  expect(await idsOf(findPrunable(store, 7, inDays(8)))).toEqual([ids[1]]);
});

test('pruning takes the folder and the entry in the pointer, and nothing else', async () => {
  const { store, ids } = await storeWithFour();
  await prune(store, await findPrunable(store, 7, inDays(8)));
  expect(await readPointer(store, 'pig')).toEqual([ids[3], ids[2]]);
  const inside = (folder: string) => readdir(path.join(store.folder, folder)).catch(() => []);
  const left = (await inside('pig')).filter((name) => name !== '.staging');
  expect(left.sort()).toEqual(['.left', '.lock', ids[2], ids[3], 'live.json'].sort());
  expect([...(await inside('.staging')), ...(await inside('pig/.staging'))]).toEqual([]);
});

test('all go, however many more they are than what is removed in one turn', async () => {
  const store = await temporaryStore();
  const live = await layRelease(store, 'pig', { 'main.mjs': '' });
  await layNothings(store, 'pig', 120);
  const prunable = await findPrunable(store, 7, inDays(8));
  expect(prunable).toHaveLength(120);
  expect(await prune(store, prunable)).toEqual([]);
  const { releases, broken } = await inspectReleases(store, 'pig');
  expect([...releases, ...broken].map(({ id }) => id)).toEqual([live.id]);
});

test('what cannot be removed is named, and the others go', async () => {
  const { store } = await storeWithFour();
  const [gone, other] = await findPrunable(store, 7, inDays(8));
  if (!gone || !other) throw new Error('Two can be pruned.');
  await loseRelease(store, gone);
  const left = await prune(store, [gone, other]);
  const reason = store.remote ? 'another process removed it' : 'ENOENT';
  expect(left).toEqual([{ of: `pig@${gone.id}`, reason: expect.stringContaining(reason) }]);
  expect(await readdir(path.join(store.folder, 'pig'))).not.toContain(other.id);
});

test('a release that came into use again meanwhile is not pruned', async () => {
  const { store, ids } = await storeWithFour();
  const found = await findPrunable(store, 7, inDays(8));
  await layRelease(store, 'pig', { 'main.mjs': 'five' });
  const again = found.filter(({ id }) => id === ids[1]);
  await point(store, 'pig', [String(ids[1]), String(ids[3])]);
  await prune(store, again);
  expect(await readPointer(store, 'pig')).toContain(ids[1]);
  expect(await readdir(path.join(store.folder, 'pig'))).toContain(ids[1]);
});

test('a release that was pruned while it was looked at does not become live', async () => {
  const { store, ids } = await storeWithFour();
  const [pruned] = await findPrunable(store, 7, inDays(8));
  if (!pruned) throw new Error('Nothing can be pruned.');
  await prune(store, [pruned]);
  await expect(putLive(store, pruned)).rejects.toThrow(`There is no release ${pruned.id} of pig.`);
  expect((await readPointer(store, 'pig'))[0]).toBe(ids[3]);
});

test('what a killed deploy left behind goes after a day', async () => {
  const store = await temporaryStore();
  await mkdir(path.join(store.folder, 'pig/.staging/left-behind'), { recursive: true });
  await clearStaging(store, inDays(0.5));
  expect(await readdir(path.join(store.folder, 'pig/.staging'))).toEqual(['left-behind']);
  await clearStaging(store, inDays(2));
  expect(await readdir(path.join(store.folder, 'pig/.staging'))).toEqual([]);
});
