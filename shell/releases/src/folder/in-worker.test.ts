import { expect, test } from '@jest/globals';
import { inWorker } from './in-worker.ts';

const mapOf = (places: number) => ({
  text: Buffer.from(
    JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAMA,'.repeat(places) }),
  ),
  places: [[1, 1]],
});

test('what takes too much memory is refused, and what is read beside it is read', async () => {
  const read = (places: number) =>
    inWorker(import.meta, '../ledger/source-map-worker', mapOf(places));
  const [small, ...large] = await Promise.all([1, 1e6, 1e6].map(read));
  expect(small).toEqual({ lines: ['a.ts:7'] });
  for (const result of large)
    expect(result).toEqual({ fault: 'is refused: reading it takes too much memory' });
});

// A thread that runs out of memory may end its process.
test('a worker is another process, without the environment of this one', async () => {
  const told = await inWorker<{ pid: number }>(import.meta, './fixtures/telling-worker', 'itself');
  expect(told).toEqual({ pid: expect.any(Number), env: {} });
  expect(told).not.toMatchObject({ pid: process.pid });
});

test('a worker that fails is a defect, with its trace', async () => {
  await expect(inWorker(import.meta, './fixtures/telling-worker', 'nothing')).rejects.toThrow(
    /There is nothing to tell/,
  );
});
