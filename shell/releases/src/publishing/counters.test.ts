import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { useCounter } from './counters.ts';

test('a counter counts once, a key for itself, and the refusal says the highest so far', async () => {
  const dataDir = path.dirname((await temporaryStore()).folder);
  useCounter(dataDir, 'a', 5);
  useCounter(dataDir, 'b', 1);
  useCounter(dataDir, 'a', 7);
  for (const counter of [7, 6, 5, 1])
    expect(() => useCounter(dataDir, 'a', counter)).toThrow(
      expect.objectContaining({ status: 409, details: { highest: 7 } }),
    );
  useCounter(dataDir, 'b', 2);
});
