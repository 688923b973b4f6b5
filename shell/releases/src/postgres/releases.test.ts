import { expect, test as rule } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { settingsOf } from '@portfolio/test-support/store-settings.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { prune } from '../store/prune.ts';
import { openPool } from './pool.ts';

const store = await temporaryStore();
const { DATABASE_URL } = settingsOf(store);
const test = DATABASE_URL ? rule : rule.skip;

test('a content goes with the last release that has it, however many go', async () => {
  const shared = { 'main.mjs': 'pig' };
  const own = Object.fromEntries([...Array(45).keys()].map((n) => [`${n}.mjs`, `only here: ${n}`]));
  const old = await layRelease(store, 'pig', { ...shared, ...own });
  for (const title of ['two', 'three']) await layRelease(store, 'pig', { ...shared, title });

  const pool = openPool(String(DATABASE_URL), { max: 1 });
  const count = async () => {
    const [row] = await pool.run<{ count: string }>('SELECT count(*) FROM files');
    return Number(row?.count);
  };
  const before = await count();
  expect(await prune(store, [old])).toEqual([]);
  expect(before - (await count())).toBe(45);
  await pool.end();
});
