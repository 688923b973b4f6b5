import { expect, test } from '@jest/globals';
import { openDatabase } from '@portfolio/releases/database/database.ts';
import { inventMessage } from '@portfolio/test-support/senders.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { createLog } from '../log.ts';
import { pauseAfter, startOutbox, usualTimings } from './outbox.ts';
import { outboxSchema } from './outbox-table.ts';

const timings = { ...quickTimings, attempt: 1000, lease: 1200 };

/** Starts an outbox on a real file, which refuses statements with some words as a full disk does. */
async function start(words: string) {
  const database = await openDatabase({ DATA_DIR: temporaryFolder() }, outboxSchema);
  const state = { refused: words, isTaking: true, mails: [] as string[] };
  const run: typeof database.run = (statement, ...rest) =>
    state.refused && statement.includes(state.refused)
      ? Promise.reject(new Error('database or disk is full'))
      : database.run(statement, ...rest);
  const send = async ({ id }: { id: string }) => {
    if (!state.isTaking) throw new Error('451');
    state.mails.push(id);
    return '250';
  };
  const outbox = startOutbox({ ...database, run }, send, { timings, log: createLog('silent') });
  stopLater({ stop: () => outbox.close().finally(database.close) });
  return { state, database, ...outbox };
}

test('a message is kept when the database is back before the mail server refuses it', async () => {
  const { state, storeAndSend } = await start('DO NOTHING');
  state.isTaking = false;
  expect(await storeAndSend(inventMessage('kept'))).toBe(false);
  Object.assign(state, { refused: '', isTaking: true });
  await until(() => state.mails.length === 1, 'the mail arrives');
});

test('once the server has accepted a mail only its mark is retried', async () => {
  const { state, storeAndSend, database, count } = await start('DO UPDATE');
  expect(await storeAndSend(inventMessage('marked later'))).toBe(true);
  expect(count()).toEqual({ underway: 0, unmarked: 1 });
  const [row] = await database.run('SELECT state FROM outbox WHERE due_at > created_at');
  expect(row).toMatchObject({ state: 'sending' });
  // As if the lease had ended.
  await database.run('UPDATE outbox SET due_at = 0');
  state.refused = '';
  const unsent = `SELECT id FROM outbox WHERE state <> 'sent'`;
  await until(async () => (await database.run(unsent)).length === 0, 'it is marked');
  expect(state.mails).toHaveLength(1);
});

test('pauses grow from seconds to ten minutes, and a refused message waits an hour', () => {
  const pause = (attempts: number) => pauseAfter('kept', attempts, usualTimings) / 1000;
  expect([1, 2, 3, 4, 5, 6, 1000].map(pause)).toEqual([5, 15, 45, 135, 405, 600, 600]);
  expect(pauseAfter('refused', 10_000, usualTimings)).toBe(3_600_000);
});
