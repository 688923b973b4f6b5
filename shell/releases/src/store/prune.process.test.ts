import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { addRelease, buildRelease, point } from '@portfolio/test-support/add-release.ts';
import { addEmptyReleases } from '@portfolio/test-support/damage.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { contentFile } from '../contents/contents.ts';
import { BrokenFileError, hashName } from '../contents/integrity.ts';
import { activate } from '../live/move-live.ts';
import type { Release } from '../release/release.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { faultsOfFiles } from './find-faults.ts';
import { listReleases } from './list-releases.ts';
import { collectContents, findPrunable, prune } from './prune.ts';
import { publish } from './publish.ts';
import { findRelease, readLiveOf } from './release-rows.ts';
import { changeSite, type Store } from './store.ts';
import { clearWork, workFolder } from './work-folder.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

async function storeWithFour(): Promise<{ store: Store; ids: string[] }> {
  const store = await temporaryStore();
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three', 'four'])
    ids.push((await addRelease(store, 'pig', { 'main.mjs': title })).id);
  return { store, ids };
}

const idsOf = (releases: readonly { id: string }[]) => releases.map(({ id }) => id);
const liveIds = (store: Store) => readLiveOf(store, 'pig').ids;

test('live releases and their fallbacks are never prunable', async () => {
  const { store, ids } = await storeWithFour();
  const prunable = idsOf(findPrunable(store, 0, inDays(1000)));
  expect(prunable.toSorted()).toEqual([ids[0], ids[1]].sort());
});

test('a release that an open page may need is not prunable', async () => {
  const { store } = await storeWithFour();
  expect(findPrunable(store, 7, inDays(6))).toEqual([]);
  expect(findPrunable(store, 7, inDays(8))).toHaveLength(2);
});

test('the age counts from the end of use, not from the build', async () => {
  const { store, ids } = await storeWithFour();
  await changeSite(store, function* () {
    yield ['UPDATE releases SET left_at = $2 WHERE id = $1', [String(ids[0]), inDays(5).getTime()]];
  });
  expect(idsOf(findPrunable(store, 7, inDays(8)))).toEqual([ids[1]]);
});

test('pruning removes only the release and its place in the history', async () => {
  const { store, ids } = await storeWithFour();
  const prunable = findPrunable(store, 7, inDays(8));
  expect(idsOf(await prune(store, prunable))).toEqual(idsOf(prunable));
  expect(liveIds(store)).toEqual([ids[3], ids[2]]);
  expect(idsOf(await listReleases(store, 'pig'))).toEqual([ids[3], ids[2]]);
});

test('more releases than a batch are all removed', async () => {
  const store = await temporaryStore();
  const live = await addRelease(store, 'pig', { 'main.mjs': '' });
  await addEmptyReleases(store, 'pig', 120);
  const prunable = findPrunable(store, 7, inDays(8));
  expect(prunable).toHaveLength(120);
  expect(await prune(store, prunable)).toHaveLength(120);
  expect(idsOf(await listReleases(store, 'pig'))).toEqual([live.id]);
});

test('a release that is in use again is not pruned', async () => {
  const { store, ids } = await storeWithFour();
  const found = findPrunable(store, 7, inDays(8));
  await addRelease(store, 'pig', { 'main.mjs': 'five' });
  const again = found.filter(({ id }) => id === ids[1]);
  await point(store, 'pig', [String(ids[1]), String(ids[3])]);
  expect(await prune(store, again)).toEqual([]);
  expect(liveIds(store)).toContain(ids[1]);
  expect(findRelease(store, { name: 'pig', id: String(ids[1]) })).toBeDefined();
});

test('a release that is pruned during its check does not become live', async () => {
  const { store, ids } = await storeWithFour();
  const [pruned] = findPrunable(store, 7, inDays(8));
  if (!pruned) throw new Error('Nothing can be pruned.');
  await prune(store, [pruned]);
  await expect(activate(store, pruned)).rejects.toThrow(`There is no release ${pruned.id} of pig.`);
  expect(liveIds(store)[0]).toBe(ids[3]);
});

test('the files of a killed deploy are deleted after a day', async () => {
  const store = await temporaryStore();
  const left = path.join(workFolder(store), 'left-behind');
  await mkdir(left, { recursive: true });
  await clearWork(store);
  expect(await readdir(workFolder(store))).toEqual(['left-behind']);
  await makeOld(left);
  await clearWork(store);
  expect(await readdir(workFolder(store))).toEqual([]);
});

async function makeOld(place: string): Promise<void> {
  const yesterday = inDays(-1.1);
  await utimes(place, yesterday, yesterday);
}

const filesOf = (store: Store, { files }: Release) =>
  Object.values(files).map((ref) => contentFile(store, hashName(ref)));

test('contents without a release are collected after an hour, with their copies', async () => {
  const store = await temporaryStore();
  const script = 'export const pig = 1;'.repeat(100);
  const live = await addRelease(store, 'pig', { 'main.mjs': script, 'a.svg': 'shared' });
  const built = await buildRelease(store, 'pig', { 'main.mjs': `${script}//`, 'a.svg': 'shared' });
  const young = filesOf(store, await buildRelease(store, 'pig', { 'main.mjs': 'young' }));
  const [own = '', shared = ''] = ['main.mjs', 'a.svg'].map((file) =>
    contentFile(store, hashName({ integrity: String(built.files[file]?.integrity) })),
  );
  const half = `${own}.0.tmp`;
  await writeFile(half, 'half a file');
  for (const place of [own, `${own}.br`, `${own}.gz`, shared, half, ...filesOf(store, live)])
    await makeOld(place);
  await collectContents(store);
  expect([own, `${own}.br`, `${own}.gz`, half].filter((place) => existsSync(place))).toEqual([]);
  expect([shared, ...young, ...filesOf(store, live)].every((place) => existsSync(place))).toBe(
    true,
  );
  await expect(publish(store, built)).rejects.toThrow('Deploy again.');
});

test('a collection during deploys removes no content of a release', async () => {
  const store = await temporaryStore();
  const collected = { count: 0, isOver: false };
  /** Collects as if all contents were old. */
  async function collectAll() {
    while (!collected.isOver) {
      const root = path.join(store.dataDir, 'files');
      for (const file of await readdir(root, { recursive: true }).catch(() => [])) {
        if (!file.endsWith('.tmp')) await makeOld(path.join(root, file)).catch(() => {});
      }
      await collectContents(store);
      collected.count += 1;
      // Mostly long enough for a deploy.
      await sleep(30 * Math.random());
    }
  }
  async function deploy(turn: number): Promise<void> {
    const files = { 'main.mjs': `shared ${turn % 3}`, 'own.svg': `own ${turn}` };
    try {
      await publish(store, await buildRelease(store, 'pig', files));
    } catch (error) {
      // The collection removed a content of this deploy, so the loop deploys again.
      if (!(error instanceof BrokenFileError || error instanceof ReleaseRefusedError)) throw error;
      await deploy(turn);
    }
  }
  const collecting = collectAll();
  for (let turn = 0; turn < 60; turn += 2) await Promise.all([deploy(turn), deploy(turn + 1)]);
  collected.isOver = true;
  await collecting;
  const rows = await listReleases(store, 'pig');
  expect(rows).toHaveLength(60);
  for (const row of rows) {
    const release = findRelease(store, row);
    expect(release && (await faultsOfFiles(store, release))).toEqual([]);
  }
  expect(collected.count).toBeGreaterThan(5);
});

test('a collection does not block the event loop', async () => {
  const store = await temporaryStore();
  const folder = path.join(store.dataDir, 'files/00');
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < 1000; number += 1) {
    const file = path.join(folder, number.toString(16).padStart(96, '0'));
    await writeFile(file, '');
    await makeOld(file);
  }
  let isOver = false;
  const collecting = collectContents(store).finally(() => {
    isOver = true;
  });
  const left: number[] = [];
  while (!isOver) {
    left.push((await readdir(folder)).length);
    await setImmediate();
  }
  await collecting;
  expect(await readdir(folder)).toEqual([]);
  // Other turns happen before the first removal and in between.
  expect(left.filter((count) => count === 1000).length).toBeGreaterThan(100);
  expect(left.some((count) => count > 0 && count < 1000)).toBe(true);
});
