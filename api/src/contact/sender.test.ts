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

/** A contact form on a real file, whose disk is full whenever `isFull` says so. */
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

test('a store that is back before the mail server has said no keeps the message', async () => {
  let refusals = 1;
  const { mailServer, contact } = await open(
    (statement) => /INSERT/.test(statement) && refusals-- > 0,
  );
  mailServer.behaviour = 451;
  expect(await contact.accept(message('kept'))).toBe('kept');
  mailServer.behaviour = 'accept';
  await until(() => mailServer.mails.length === 1, 'the mail arrives');
});

test('after the server took a mail only the mark is retried', async () => {
  let isFull = false;
  const { mailServer, contact } = await open((statement) => isFull && /UPDATE/.test(statement));
  isFull = true;
  expect(await contact.accept(message('marked later'))).toBe('sent');
  // Longer than the lease: the row is due again, and nobody may take that for a reason to send.
  await new Promise((resolve) => setTimeout(resolve, timings.lease + 300));
  isFull = false;
  await until(async () => (await contact.health()).waiting === 0, 'it is marked');
  expect(mailServer.mails).toHaveLength(1);
});

test('who asks for the health at the same moment hears the same', async () => {
  const { contact } = await open((statement) => /COUNT/.test(statement));
  const answers = await Promise.all([contact.health(), contact.health(), contact.health()]);
  expect(answers.map(({ store }) => store)).toEqual(['down', 'down', 'down']);
});
