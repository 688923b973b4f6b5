import { expect, test } from '@jest/globals';
import { inWorker } from './in-worker.ts';

const telling = '../../../test-support/src/telling-worker';

// A thread that runs out of memory may end its process.
test('work that takes too much memory is refused without harm to this process and other work', async () => {
  const read = (what: string) => inWorker(import.meta, telling, what);
  const [small, ...large] = await Promise.all(['itself', 'too much', 'too much'].map(read));
  expect(small).toEqual({ pid: expect.any(Number), env: {} });
  expect(small).not.toMatchObject({ pid: process.pid });
  for (const result of large)
    expect(result).toEqual({ fault: 'is refused: reading it takes too much memory' });
});

test('a worker that fails is a defect, with its trace', async () => {
  await expect(inWorker(import.meta, telling, 'nothing')).rejects.toThrow(
    /There is nothing to tell/,
  );
});
