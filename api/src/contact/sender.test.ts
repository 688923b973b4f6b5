import path from 'node:path';
import { expect, test } from '@jest/globals';
import { openSqlite } from '@portfolio/releases/database/open-sqlite.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { openContact } from './contact.ts';
import { outboxSchema } from './outbox.ts';

const message = (text: string) => ({
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: text,
  website: false,
});

const timings = { ...quickTimings, attempt: 1000, lease: 1200 };

/** Opens the contact form on a real file; statements fail as on a full disk when `isFull` says so. */
async function open(isFull: (statement: string) => boolean) {
  const mailServer = await startSmtpServer();
  const folder = temporaryFolder();
  const file = openSqlite(path.join(folder, 'outbox.sqlite'), outboxSchema);
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const database: typeof file = {
    ...file,
    run: (statement, values) =>
      isFull(statement) ? Promise.reject(full) : file.run(statement, values),
  };
  const config = readConfig({ DATA_DIR: folder, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' });
  const contact = await openContact(config, createLog('silent'), { timings, database });
  stopLater({ stop: () => contact.close() });
  return { mailServer, contact };
}

test('a message is kept when the database is back before the mail server refuses it', async () => {
  let refusals = 1;
  const { mailServer, contact } = await open(
    (statement) => /INSERT/.test(statement) && refusals-- > 0,
  );
  mailServer.behaviour = 451;
  expect(await contact.accept(message('kept'))).toBe('kept');
  mailServer.behaviour = 'accept';
  await until(() => mailServer.mails.length === 1, 'the mail arrives');
});

test('once the server has accepted a mail only its mark is retried', async () => {
  let isFull = false;
  const { mailServer, contact } = await open((statement) => isFull && /UPDATE/.test(statement));
  isFull = true;
  expect(await contact.accept(message('marked later'))).toBe('sent');
  // After the lease the row is due again, but must not be sent.
  await new Promise((resolve) => setTimeout(resolve, timings.lease + 300));
  isFull = false;
  await until(async () => (await contact.health()).waiting === 0, 'it is marked');
  expect(mailServer.mails).toHaveLength(1);
});

test('concurrent requests for the health get the same answer', async () => {
  const { contact } = await open((statement) => /COUNT/.test(statement));
  const answers = await Promise.all([contact.health(), contact.health(), contact.health()]);
  expect(answers.map(({ store }) => store)).toEqual(['down', 'down', 'down']);
});
