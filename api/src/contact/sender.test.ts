import { expect, test } from '@jest/globals';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import { inventMessage } from '@portfolio/test-support/senders.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { createLog } from '../log.ts';
import { type Outbox, openOutbox, outboxSchema } from './outbox.ts';
import { pauseAfter, startSender, usualTimings } from './sender.ts';

const timings = { ...quickTimings, attempt: 1000, lease: 1200 };

/** Starts a sender on a real file, of which `full` fails as on a full disk, and mails that are taken or refused. */
async function start(full: Partial<Record<'keep' | 'note', boolean>>) {
  const place = { DATA_DIR: temporaryFolder() };
  const own = await openOutbox(place);
  const refuse = () => Promise.reject(new Error('database or disk is full'));
  const outbox: Outbox = {
    ...own,
    keep: (...given) => (full.keep ? refuse() : own.keep(...given)),
    note: (...given) => (full.note ? refuse() : own.note(...given)),
  };
  const server = { mails: [] as string[], isTaking: true };
  const send = async ({ id }: { id: string }) => {
    if (!server.isTaking) throw new Error('451');
    server.mails.push(id);
    return '250';
  };
  const sender = startSender(outbox, send, { timings, log: createLog('silent') });
  stopLater({ stop: () => sender.close().finally(own.close) });
  return { server, outbox, place, accept: sender.accept };
}

test('a message is kept when the database is back before the mail server refuses it', async () => {
  const full = { keep: true };
  const { server, accept } = await start(full);
  server.isTaking = false;
  expect(await accept(inventMessage('kept'))).toBe(false);
  full.keep = false;
  server.isTaking = true;
  await until(() => server.mails.length === 1, 'the mail arrives');
});

test('once the server has accepted a mail only its mark is retried', async () => {
  const full = { note: true };
  const { server, accept, outbox, place } = await start(full);
  expect(await accept(inventMessage('marked later'))).toBe(true);
  // As if the lease had ended.
  const file = await openDatabase(place, outboxSchema);
  await file.run('UPDATE outbox SET due_at = 0');
  await file.close();
  full.note = false;
  await until(async () => (await outbox.count())?.waiting === 0, 'it is marked');
  expect(server.mails).toHaveLength(1);
});

test('pauses grow from seconds to ten minutes, and a refused message waits an hour', () => {
  const pause = (attempts: number) => pauseAfter('kept', attempts, usualTimings) / 1000;
  expect([1, 2, 3, 4, 5, 6, 1000].map(pause)).toEqual([5, 15, 45, 135, 405, 600, 600]);
  expect(pauseAfter('refused', 10_000, usualTimings)).toBe(3_600_000);
});
