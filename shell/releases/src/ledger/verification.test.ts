import { expect, test } from '@jest/globals';
import { beginLookAt } from '@portfolio/test-support/damage.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { beginLook, endLook, giveUpLook } from './verification.ts';

const ref = { name: 'home', id: '0123456789ab' };

test('of all who want to look at a release one does, once', async () => {
  const store = await temporaryStore();
  const turns = await Promise.all(Array.from({ length: 20 }, () => beginLook(store, ref)));
  expect(turns.filter(Boolean)).toHaveLength(1);
  await endLook(store, ref, 'left as it is');
  expect(await beginLook(store, ref)).toBe(false);
});

test('a look that came to nothing may be taken up by somebody else', async () => {
  const store = await temporaryStore();
  await beginLook(store, ref);
  await giveUpLook(store, ref);
  expect(await beginLook(store, ref)).toBe(true);
});

test('a process that was killed while it looked keeps nobody from it for long', async () => {
  const store = await temporaryStore();
  await beginLook(store, ref);
  const long = new Date(Date.now() - 11 * 60_000);
  await beginLookAt(store, ref, long);
  expect(await beginLook(store, ref)).toBe(true);
  await endLook(store, ref, 'left as it is');
  await beginLookAt(store, ref, long);
  expect(await beginLook(store, ref)).toBe(false);
});
