import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { claimMail, giveMailBack, noteFault } from './faults.ts';

test('only one process claims the mail about a release that failed three visitor groups', async () => {
  const store = await temporaryStore();
  const home = { name: 'home', id: '0123456789ab' };
  for (const _group of [1, 2]) await noteFault(store, home);
  expect(await claimMail(store, home)).toBeUndefined();
  await noteFault(store, home);
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimMail(store, home)));
  expect(claims.filter((failed) => failed !== undefined)).toEqual([3]);
  await giveMailBack(store, home);
  expect(await claimMail(store, home)).toBe(3);
});
