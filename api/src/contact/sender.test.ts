import { expect, test } from '@jest/globals';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { createLog } from '../log.ts';
import { composeMail, openSmtpTransport, unknownRecipient } from './mail.ts';
import { openOutbox, outboxSchema } from './outbox.ts';
import { pauseAfter, startSender, usualTimings } from './sender.ts';

const message = (text: string) => ({
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: text,
});

const timings = { ...quickTimings, attempt: 1000, lease: 1200 };

/** Starts a sender on a real file; statements fail as on a full disk when `isFull` says so. */
async function start(isFull: (statement: string) => boolean) {
  const mailServer = await startSmtpServer();
  const file = await openDatabase({ DATA_DIR: temporaryFolder() }, outboxSchema);
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const outbox = openOutbox({
    ...file,
    run: (statement, values) =>
      isFull(statement) ? Promise.reject(full) : file.run(statement, values),
  });
  const transport = openSmtpTransport({ SMTP_URL: mailServer.url }, async (entry) =>
    composeMail(entry, 'website@pig.example', unknownRecipient),
  );
  const sender = startSender(outbox, transport, { timings, log: createLog('silent') });
  stopLater({ stop: () => sender.close().finally(transport.close).finally(outbox.close) });
  return { mailServer, outbox, file, accept: sender.accept };
}

test('a message is kept when the database is back before the mail server refuses it', async () => {
  let refusals = 1;
  const { mailServer, accept } = await start(
    (statement) => /INSERT/.test(statement) && refusals-- > 0,
  );
  mailServer.behaviour = 451;
  expect(await accept(message('kept'))).toBe('kept');
  mailServer.behaviour = 'accept';
  await until(() => mailServer.mails.length === 1, 'the mail arrives');
});

test('once the server has accepted a mail only its mark is retried', async () => {
  let isFull = true;
  const { mailServer, accept, outbox, file } = await start(
    (statement) => isFull && statement.includes('last_answer)'),
  );
  expect(await accept(message('marked later'))).toBe('sent');
  // As if the lease had ended.
  await file.run('UPDATE outbox SET due_at = 0');
  isFull = false;
  await until(async () => (await outbox.count())?.waiting === 0, 'it is marked');
  expect(mailServer.mails).toHaveLength(1);
});

test('pauses grow from seconds to ten minutes, a refused message waits an hour, and chance spreads both', () => {
  const pause = (attempts: number) => pauseAfter('kept', attempts, usualTimings, 0.5) / 1000;
  expect([1, 2, 3, 4, 5, 6, 1000].map(pause)).toEqual([5, 15, 45, 135, 405, 600, 600]);
  expect(pauseAfter('refused', 10_000, usualTimings, 0.5)).toBe(3_600_000);
  expect(pauseAfter('kept', 9, usualTimings, 0)).toBe(450_000);
  expect(pauseAfter('kept', 9, usualTimings, 1)).toBe(750_000);
});
