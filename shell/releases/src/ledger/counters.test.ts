import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { useCounter } from './counters.ts';

test('a counter counts once, a key for itself, and the refusal says the highest so far', async () => {
  const store = await temporaryStore();
  await useCounter(store, 'a', 5);
  await useCounter(store, 'b', 1);
  await useCounter(store, 'a', 7);
  for (const counter of [7, 6, 5, 1])
    await expect(useCounter(store, 'a', counter)).rejects.toThrow(
      expect.objectContaining({ status: 409, details: { highest: 7 } }),
    );
  await useCounter(store, 'b', 2);
});
