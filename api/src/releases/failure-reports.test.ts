import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { readFailures } from '@portfolio/releases/ledger/failure-counts.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { createLog } from '../log.ts';
import { takeFailureReports } from './failure-reports.ts';

const log = createLog('silent');
let store: Store;
let home: Release;
let report: ReturnType<typeof takeFailureReports>;
beforeEach(async () => {
  store = await temporaryStore();
  home = await layRelease(store, 'home', { 'remoteEntry.mjs': '' });
  report = takeFailureReports({ store, find: followLiveReleases(store, log).find, log });
});

test('every visitor counts once per release, however often their page says it', async () => {
  await report([home], '192.0.2.1');
  await Promise.all([report([home], '192.0.2.1'), report([home], '192.0.2.2')]);
  await Promise.all([report([home], '192.0.2.3'), report([home], '192.0.2.3')]);
  expect(await readFailures(store, home)).toBe(3);
});

test('the many addresses of one household are one visitor', async () => {
  for (const address of ['2001:db8:1:100::1', '2001:db8:1:100::2', '2001:db8:1:1ff::1'])
    await report([home], address);
  expect(await readFailures(store, home)).toBe(1);
  await report([home], '2001:db8:1:200::1');
  expect(await readFailures(store, home)).toBe(2);
});

test('a release that is not in the store is not counted', async () => {
  const nowhere = { name: 'home', id: 'ffffffffffff' };
  await report([nowhere], '192.0.2.1');
  expect(await readFailures(store, nowhere)).toBe(0);
});

test('a store that cannot be written costs the count, not the visitor their answer', async () => {
  await mkdir(store.folder, { recursive: true });
  await writeFile(path.join(store.folder, '.failed'), 'a file is in the way');
  await expect(report([home], '192.0.2.1')).resolves.toBeUndefined();
});
