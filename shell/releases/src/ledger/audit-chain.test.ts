import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { appendAudit, appendLine, readAudit } from './audit-log.ts';

const entry = (did: string) => ({ key: 'f'.repeat(16), did, outcome: 'done' as const });

test('every line follows the one before, also when many are written at once', async () => {
  const store = await temporaryStore();
  const words = Array.from({ length: 10 }, (_, number) => `number ${number}`);
  await Promise.all(words.map((did) => appendAudit(store, entry(did))));
  const { entries, faults, torn } = await readAudit(store);
  expect(entries.map(({ did }) => did).sort()).toEqual(words);
  expect([faults, torn]).toEqual([[], 0]);
});

test('a line that was put in shows, and a broken one is none', async () => {
  const store = await temporaryStore();
  await appendAudit(store, entry('one'));
  await appendLine(store, () => JSON.stringify({ ...entry('forged'), previous: 'x' }));
  await appendLine(store, () => '{"did":"broken');
  const { entries, faults, torn } = await readAudit(store);
  expect(entries.map(({ did }) => did)).toEqual(['one', 'forged']);
  expect([faults.length, torn]).toEqual([1, 1]);
});
