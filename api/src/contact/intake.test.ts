import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { openSqlite } from '@portfolio/releases/ledger/sqlite.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { stopAfterEach } from '@portfolio/test-support/stop-after-each.ts';
import { until } from '@portfolio/test-support/until.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { openContact } from './contact.ts';
import { NotAcceptedError } from './intake.ts';
import { outboxSchema } from './outbox.ts';

const stopping = stopAfterEach();
const message = (text: string) => ({
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: text,
  website: false,
});

/** A contact form on a real file, whose disk is full whenever `isFull` says so. */
async function open(isFull: (statement: string) => boolean, timings = quickTimings) {
  const mailServer = stopping(await startSmtpServer());
  const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-intake-'));
  const file = openSqlite(folder, outboxSchema);
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const database: typeof file = {
    ...file,
    run: (statement, values) =>
      isFull(statement) ? Promise.reject(full) : file.run(statement, values),
  };
  const config = readConfig({ DATA_DIR: folder, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' });
  const contact = openContact(config, createLog('silent'), timings, database);
  stopping({
    async stop() {
      await contact.close();
      rmSync(folder, { recursive: true });
    },
  });
  return { mailServer, contact };
}

test('what cannot be stored is delivered at once, and marked when the store is back', async () => {
  let isFull = true;
  const { mailServer, contact } = await open(() => isFull);
  expect(await contact.accept(message('one'))).toBe('sent');
  expect(await contact.accept(message('one'))).toBe('sent');
  expect(await contact.health()).toMatchObject({ store: 'down', unmarked: 1 });
  isFull = false;
  expect(await contact.accept(message('one'))).toBe('sent');
  await until(async () => (await contact.health()).unmarked === 0, 'it is marked');
  expect(await contact.accept(message('one'))).toBe('sent');
  expect(mailServer.mails).toHaveLength(1);
});

test('neither stored nor delivered is not accepted', async () => {
  const timings = { ...quickTimings, answer: 300 };
  const { mailServer, contact } = await open(() => true, timings);
  mailServer.behaviour = 451;
  await expect(contact.accept(message('none'))).rejects.toThrow(NotAcceptedError);
  mailServer.behaviour = 'hang';
  await expect(contact.accept(message('none'))).rejects.toThrow(NotAcceptedError);
});

test('a store that is back before the mail server has said no keeps the message', async () => {
  let refusals = 1;
  const { mailServer, contact } = await open(
    (statement) => /INSERT/.test(statement) && refusals-- > 0,
  );
  mailServer.behaviour = 451;
  expect(await contact.accept(message('kept'))).toBe('waiting');
  mailServer.behaviour = 'accept';
  await until(() => mailServer.mails.length === 1, 'the mail arrives');
});

test('after the server took a mail only the mark is retried', async () => {
  let isFull = false;
  const { mailServer, contact } = await open((statement) => isFull && /UPDATE/.test(statement));
  isFull = true;
  expect(await contact.accept(message('marked later'))).toBe('sent');
  // Longer than the lease: the row is due again, and nobody may take that for a reason to send.
  await new Promise((resolve) => setTimeout(resolve, quickTimings.lease + 500));
  isFull = false;
  await until(async () => (await contact.health()).waiting === 0, 'it is marked');
  expect(mailServer.mails).toHaveLength(1);
});
