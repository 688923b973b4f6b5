import { expect, test } from '@jest/globals';
import { inWorker } from './in-worker.ts';

const telling = '../../../test-support/src/telling-worker';

test('work that takes too much memory is refused without harm to other work', async () => {
  const read = (what: string) => inWorker(import.meta, telling, what);
  const [small, ...large] = await Promise.all(['itself', 'too much', 'too much'].map(read));
  expect(small).toMatchObject({ env: {} });
  for (const result of large)
    expect(result).toEqual({ fault: 'is refused: reading it takes too much memory' });
});

// A thread that runs out of memory may end its process.
test('a worker is another process, without the environment of this one', async () => {
  const told = await inWorker<{ pid: number }>(import.meta, telling, 'itself');
  expect(told).toEqual({ pid: expect.any(Number), env: {} });
  expect(told).not.toMatchObject({ pid: process.pid });
});

test('a worker that fails is a defect, with its trace', async () => {
  await expect(inWorker(import.meta, telling, 'nothing')).rejects.toThrow(
    /There is nothing to tell/,
  );
});
