import { beforeEach, expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Release } from '../release/release.ts';
import { prune } from './prune.ts';
import type { Store } from './store.ts';
import {
  claimNotice,
  countVisitors,
  mostVisitorGroups,
  noteVisit,
  readFailures,
  releaseNotice,
  type Step,
  visitorGroupOf,
} from './visit-records.ts';

let store: Store;
let home: Release;
beforeEach(async () => {
  store = await temporaryStore();
  home = await addRelease(store, 'home', { 'main.mjs': '' });
});

const note = (network: string, ...steps: [Step, number][]) =>
  Promise.all(steps.map((step) => noteVisit(store, home, visitorGroupOf(home, network), step)));
const countAt = async (seconds: number) => {
  const { failed, well } = await countVisitors(store, home, seconds);
  return { failed, well };
};

/** Records a step of so many visitor groups. */
const fill = (groups: number, step: Step) =>
  store.facts.run(
    `INSERT INTO visits (name, id, visitor_group, step, at) WITH RECURSIVE n (i) AS (
      SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $3
    ) SELECT $1, $2, CAST(i AS TEXT), CAST($4 AS TEXT), 1 FROM n WHERE true ON CONFLICT DO NOTHING`,
    [home.name, home.id, groups, step],
  );

test('a visitor group with a document, texts and no failure for a minute is served well', async () => {
  await note('192.0.2.1', ['opened', 100], ['read', 101]);
  expect(await countAt(160)).toEqual({ failed: 0, well: 0 });
  expect(await countAt(161)).toEqual({ failed: 0, well: 1 });
});

test('a visitor group with only a document, as a robot, or only texts does not count', async () => {
  await note('192.0.2.1', ['opened', 100]);
  await note('192.0.2.2', ['read', 100]);
  expect(await countAt(1000)).toEqual({ failed: 0, well: 0 });
});

test('a failure counts, whenever it is reported', async () => {
  await note('192.0.2.1', ['opened', 100], ['read', 101]);
  await note('192.0.2.2', ['failed', 100]);
  expect(await countAt(1000)).toEqual({ failed: 1, well: 1 });
  await note('192.0.2.1', ['failed', 900]);
  expect(await countAt(1000)).toEqual({ failed: 2, well: 0 });
});

test('each step counts once, and steps beyond a bound are not recorded', async () => {
  const [one, other] = [visitorGroupOf(home, '192.0.2.1'), visitorGroupOf(home, '192.0.2.2')];
  expect(await noteVisit(store, home, one, ['failed elsewhere', 90])).toBe(true);
  await Promise.all([1, 2, 3].map((at) => noteVisit(store, home, one, ['failed', 100 + at])));
  await note('192.0.2.2', ['failed', 100]);
  expect((await readFailures(store)).get(`home@${home.id}`)).toBe(2);
  await fill(10_000, 'opened');
  expect(await noteVisit(store, home, other, ['opened', 1])).toBe(false);
});

test('reports about other releases leave room for those about live ones', async () => {
  const group = visitorGroupOf(home, '192.0.2.1');
  await fill(5000, 'threw');
  for (const step of ['threw', 'failed elsewhere'] as const)
    expect(await noteVisit(store, home, group, [step, 1])).toBe(false);
  expect(await noteVisit(store, home, group, ['failed', 1])).toBe(true);
});

test('forged reports do not end the counting of visitors', async () => {
  await fill(mostVisitorGroups, 'threw');
  await fill(mostVisitorGroups, 'failed elsewhere');
  await note('192.0.2.1', ['opened', 100]);
  expect(await countVisitors(store, home, 1000)).toEqual({ failed: 0, well: 0, groups: 1 });
});

test('the stored id of a visitor group does not identify an address', () => {
  const groups = Array.from({ length: 256 * 256 }, (_, number) =>
    visitorGroupOf({ name: 'home', id: '0123456789ab' }, `192.0.${number >> 8}.${number & 255}`),
  );
  for (const group of groups) expect(group).toHaveLength(4);
  // Ids still distinguish groups: of thirty, hardly two share one.
  expect(new Set(groups).size).toBeGreaterThan(40_000);
});

test('pruning a release deletes the records of its visitors', async () => {
  await note('192.0.2.1', ['failed', 100]);
  await addRelease(store, 'home', { 'main.mjs': 'second' });
  await addRelease(store, 'home', { 'main.mjs': 'third' });
  await prune(store, [home]);
  expect(await countAt(1000)).toEqual({ failed: 0, well: 0 });
});

test('only one process claims the mail to the owner', async () => {
  const turns = await Promise.all(Array.from({ length: 20 }, () => claimNotice(store, home)));
  expect(turns.filter(Boolean)).toHaveLength(1);
  await releaseNotice(store, home);
  expect(await claimNotice(store, home)).toBe(true);
});
