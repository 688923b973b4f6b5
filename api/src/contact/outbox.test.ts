import { expect, test } from '@jest/globals';
import { openDatabase } from '@portfolio/releases/database/database.ts';
import { inventMessage } from '@portfolio/test-support/senders.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import pino from 'pino';
import { pauseAfter, startOutbox, usualTimings } from './outbox.ts';
import { outboxSchema } from './outbox-table.ts';

const reason = 'database or disk is full';

/** Starts an outbox on a real file, which refuses statements with some words as a full disk does. */
async function start(words: string) {
  const database = await openDatabase({ DATA_DIR: temporaryFolder() }, outboxSchema);
  const [mails, said]: [string[], object[]] = [[], []];
  const [held, late] = [Promise.resolve(), Promise.resolve()];
  const state = { refused: words, isTaking: true, held, late, mails, said };
  const run: typeof database.run = async (statement, ...rest) => {
    const isRefused = state.refused && statement.includes(state.refused);
    if (isRefused) throw new Error(reason);
    const rows = await database.run(statement, ...rest);
    const isClaim = rows.length > 0 && statement.startsWith('UPDATE');
    if (isClaim) await state.late;
    return rows as never;
  };
  const send = async ({ id }: { id: string }) => {
    await state.held;
    if (!state.isTaking) throw new Error('451 \u0007\r\nlater\n');
    state.mails.push(id);
    return '250';
  };
  const write = (line: string) => void state.said.push(JSON.parse(line));
  const log = pino({ base: null, timestamp: false }, { write });
  const outbox = startOutbox({ ...database, run }, send, { timings: quickTimings, log });
  stopLater({ stop: () => outbox.close().finally(database.close) });
  return { state, database, ...outbox };
}

test('a message is kept when the database is back before the mail server refuses it', async () => {
  const { state, storeAndSend } = await start('DO NOTHING');
  state.isTaking = false;
  expect(await storeAndSend(inventMessage('kept'))).toBe(false);
  Object.assign(state, { refused: '', isTaking: true });
  await until(() => state.mails.length === 1, 'the mail arrives');
  // 100 ms, spread by ±25 %.
  const [id, pause] = [state.mails[0], expect.closeTo(100, -1.7)];
  expect(state.said.slice(0, 2)).toEqual([
    { level: 50, id, reason, msg: 'Not stored: delivering it at once.' },
    { level: 40, id, attempts: 1, state: 'kept', answer: '451 later', pause, msg: 'Not sent.' },
  ]);
});

test('once the server has accepted a mail only its mark is retried', async () => {
  const { state, storeAndSend, database, count } = await start('DO UPDATE');
  state.isTaking = false;
  // It is stored, so it is due again when its lease ends.
  expect(await storeAndSend(inventMessage('not noted'))).toBe(false);
  state.isTaking = true;
  // The visitor clicks again before the database knows of the first click, and once more afterwards.
  const click = () => storeAndSend(inventMessage('marked later'));
  expect([await click(), await click()]).toEqual([true, true]);
  expect(count()).toEqual({ underway: 0, unmarked: 1 });
  const rows = await database.run('SELECT state FROM outbox WHERE due_at > created_at');
  expect(rows).toMatchObject([{ state: 'sending' }, { state: 'sending' }]);
  // As if the lease had ended.
  await database.run('UPDATE outbox SET due_at = 0');
  await until(() => state.said.length === 5, 'the store is down');
  state.refused = '';
  await until(() => state.said.length === 7, 'what is due is sent');
  expect(await click()).toBe(true);
  expect(state.mails).toHaveLength(2);
  const [sent] = await database.run(`SELECT due_at FROM outbox WHERE state = 'sent'`);
  expect(Math.round((Number(sent?.due_at) - Date.now()) / 3_600_000)).toBe(25);
  expect(state.said.slice(1)).toEqual([
    { level: 50, id: expect.any(String), reason, msg: 'Not sent, and not noted.' },
    { level: 30, id: state.mails[0], attempts: 1, answer: '250', msg: 'Sent.' },
    { level: 50, id: state.mails[0], reason, msg: 'Sent, but not marked.' },
    { level: 50, reason, msg: 'The store is down.' },
    { level: 30, msg: 'The store is back.' },
    { level: 30, id: state.mails[1], attempts: 2, answer: '250', msg: 'Sent.' },
  ]);
});

test('a mail that is marked while it is claimed again is not sent again', async () => {
  const { state, storeAndSend, database, count } = await start('');
  const [sending, claiming] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Object.assign(state, { held: sending.promise, late: claiming.promise });
  const isSent = storeAndSend(inventMessage('claimed'));
  const finds = (statement: string) => async () => (await database.run(statement)).length > 0;
  // As if the lease had ended.
  await until(finds('UPDATE outbox SET due_at = 0 RETURNING id'), 'it is stored');
  await until(finds('SELECT id FROM outbox WHERE attempts = 2'), 'it is claimed');
  sending.resolve();
  expect(await isSent).toBe(true);
  await until(() => count().unmarked === 0, 'it is marked');
  claiming.resolve();
  expect(await storeAndSend(inventMessage('next'))).toBe(true);
  expect(state.mails).toHaveLength(2);
});

test('what can be neither stored nor delivered is refused, and so is the 21st at once that is not stored', async () => {
  const { state, storeAndSend, close } = await start('INSERT');
  state.isTaking = false;
  const says = (message: string) => ({ status: 503, message });
  const refused = storeAndSend(inventMessage('refused'));
  await expect(refused).rejects.toMatchObject(says('Neither stored nor delivered.'));
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(state, { held: promise, isTaking: true });
  const many = Array.from({ length: 21 }, (_, at) => storeAndSend(inventMessage(`${at}`)));
  await expect(many.pop()).rejects.toMatchObject(says('Too many messages at once.'));
  resolve();
  expect(await Promise.all(many)).toEqual(Array(20).fill(true));
  await close();
  expect(state.said.at(-1)).toEqual({ level: 50, reason, msg: 'Not marked.' });
});

test('pauses grow from seconds to ten minutes, and a refused message waits an hour', () => {
  const times = { answer: 8000, attempt: 120_000, lease: 150_000, poll: 1000, shutdown: 5000 };
  expect(usualTimings).toMatchObject(times);
  const pause = (attempts: number) => pauseAfter('kept', attempts, usualTimings) / 1000;
  expect([1, 2, 3, 4, 5, 6, 1000].map(pause)).toEqual([5, 15, 45, 135, 405, 600, 600]);
  expect(pauseAfter('refused', 10_000, usualTimings)).toBe(3_600_000);
});
