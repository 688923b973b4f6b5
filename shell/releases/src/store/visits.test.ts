import { beforeEach, expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Release } from '../release/release.ts';
import { prune } from '../store/prune.ts';
import type { Store } from '../store/store.ts';
import {
  claimNotice,
  countHouseholds,
  markOf,
  noteVisit,
  readFailures,
  readVisits,
  releaseNotice,
  type Step,
} from './visits.ts';

let store: Store;
let home: Release;
beforeEach(async () => {
  store = await temporaryStore();
  home = await layRelease(store, 'home', { 'main.mjs': '' });
});

const note = (household: string, ...steps: [Step, number][]) =>
  Promise.all(steps.map((step) => noteVisit(store, home, markOf(home, household), step)));
const countAt = async (seconds: number) => countHouseholds(await readVisits(store, home), seconds);

/** As if so many households had taken that step. */
const fill = (households: number, step: Step) =>
  store.ledger?.run(
    `INSERT INTO visits (name, id, mark, step, at) WITH RECURSIVE n (i) AS (
      SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $3
    ) SELECT $1, $2, CAST(i AS TEXT), CAST($4 AS TEXT), 1 FROM n WHERE true ON CONFLICT DO NOTHING`,
    [home.name, home.id, households, step],
  );

test('served well is who took a document and its texts, and did not complain for a minute', async () => {
  await note('192.0.2.1', ['opened', 100], ['read', 101]);
  expect(await countAt(160)).toEqual({ failed: 0, well: 0 });
  expect(await countAt(161)).toEqual({ failed: 0, well: 1 });
});

test('a robot that takes documents only was not served, nor who only took texts', async () => {
  await note('192.0.2.1', ['opened', 100]);
  await note('192.0.2.2', ['read', 100]);
  expect(await countAt(1000)).toEqual({ failed: 0, well: 0 });
});

test('who could not use it counts as failed, whenever they say so', async () => {
  await note('192.0.2.1', ['opened', 100], ['read', 101]);
  await note('192.0.2.2', ['failed', 100]);
  expect(await countAt(1000)).toEqual({ failed: 1, well: 1 });
  await note('192.0.2.1', ['failed', 900]);
  expect(await countAt(1000)).toEqual({ failed: 2, well: 0 });
});

test('a step counts once, a failure too, and beyond a bound nobody is noted', async () => {
  const [one, other] = [markOf(home, '192.0.2.1'), markOf(home, '192.0.2.2')];
  expect(await noteVisit(store, home, one, ['failed elsewhere', 90])).toBe(true);
  await Promise.all([1, 2, 3].map((at) => noteVisit(store, home, one, ['failed', 100 + at])));
  await note('192.0.2.2', ['failed', 100]);
  expect((await readFailures(store, 'home'))?.get(home.id)).toBe(2);
  await fill(10_000, 'opened');
  expect(await noteVisit(store, home, other, ['opened', 1])).toBe(false);
});

test('reports that say nothing of what is live keep out none that do', async () => {
  const mark = markOf(home, '192.0.2.1');
  await fill(5000, 'threw');
  for (const step of ['threw', 'failed elsewhere'] as const)
    expect(await noteVisit(store, home, mark, [step, 1])).toBe(false);
  expect(await noteVisit(store, home, mark, ['failed', 1])).toBe(true);
});

test('of a household so little is kept that its address cannot be found by it', () => {
  const marks = Array.from({ length: 256 * 256 }, (_, number) =>
    markOf({ name: 'home', id: '0123456789ab' }, `192.0.${number >> 8}.${number & 255}`),
  );
  for (const mark of marks) expect(mark).toHaveLength(4);
  // Households are told apart all the same: of thirty, hardly two share one.
  expect(new Set(marks).size).toBeGreaterThan(40_000);
});

test('with the release goes what is known of its visitors', async () => {
  await note('192.0.2.1', ['failed', 100]);
  await layRelease(store, 'home', { 'main.mjs': 'second' });
  await layRelease(store, 'home', { 'main.mjs': 'third' });
  await prune(store, [home]);
  expect(await countAt(1000)).toEqual({ failed: 0, well: 0 });
});

test('of all processes that would tell the owner of a release one does, once', async () => {
  const turns = await Promise.all(Array.from({ length: 20 }, () => claimNotice(store, home)));
  expect(turns.filter(Boolean)).toHaveLength(1);
  expect(await claimNotice(store, home)).toBe(false);
  await releaseNotice(store, home);
  expect(await claimNotice(store, home)).toBe(true);
});
