import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { quickPace } from '@portfolio/test-support/contact/quick-pace.ts';
import { startSmtpPeer } from '@portfolio/test-support/smtp-peer.ts';
import { stopAfterEach } from '@portfolio/test-support/stop-after-each.ts';
import { until } from '@portfolio/test-support/until.ts';
import { createLog } from '../log.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { openSmtpTransport } from '../mail/smtp-transport.ts';
import { openOutbox } from './outbox.ts';
import { NotAcceptedError } from './reception.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { outboxTables } from './statements.ts';

jest.setTimeout(30_000);

const stopping = stopAfterEach();
const message = (text: string) => ({
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: text,
  website: false,
});

/** An outbox on a real file, whose disk is full whenever `isFull` says so. */
async function open(isFull: (statement: string) => boolean) {
  const peer = stopping(await startSmtpPeer());
  const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-reception-'));
  const file = openSqliteStore(folder, outboxTables);
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const store: typeof file = {
    run: (statement, values) =>
      isFull(statement) ? Promise.reject(full) : file.run(statement, values),
    close: file.close,
  };
  const transport = openSmtpTransport(peer.url);
  const correspondents = { from: 'website@pig.example', to: 'owner@pig.example' };
  const outbox = openOutbox(
    store,
    (entry, signal) => transport.send(entry.id, composeMail(entry, correspondents), signal),
    { room: 5, pace: quickPace, log: createLog('silent') },
  );
  stopping({
    async stop() {
      await outbox.close();
      transport.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  });
  return { peer, outbox };
}

test('what cannot be stored is delivered at once, and marked when the store is back', async () => {
  let isFull = true;
  const { peer, outbox } = await open(() => isFull);
  expect(await outbox.accept(message('one'), 5000)).toBe('sent');
  expect(await outbox.accept(message('one'), 5000)).toBe('sent');
  expect(await outbox.health()).toMatchObject({ store: 'down', unmarked: 1 });
  isFull = false;
  expect(await outbox.accept(message('one'), 5000)).toBe('sent');
  await until(async () => (await outbox.health()).unmarked === 0, 'it is marked');
  expect(await outbox.accept(message('one'), 5000)).toBe('sent');
  expect(peer.mails).toHaveLength(1);
});

test('neither stored nor delivered is not accepted', async () => {
  const { peer, outbox } = await open(() => true);
  peer.behaviour = 451;
  await expect(outbox.accept(message('none'), 5000)).rejects.toThrow(NotAcceptedError);
  peer.behaviour = 'hang';
  await expect(outbox.accept(message('none'), 300)).rejects.toThrow(NotAcceptedError);
});

test('a store that is back before the mail server has said no keeps the message', async () => {
  let refusals = 1;
  const { peer, outbox } = await open((statement) => /INSERT/.test(statement) && refusals-- > 0);
  peer.behaviour = 451;
  expect(await outbox.accept(message('kept'), 5000)).toBe('waiting');
  peer.behaviour = 'accept';
  await until(() => peer.mails.length === 1, 'the mail arrives');
});

test('after the server took a mail only the mark is retried', async () => {
  let isFull = false;
  const { peer, outbox } = await open((statement) => isFull && /UPDATE/.test(statement));
  isFull = true;
  expect(await outbox.accept(message('marked later'), 5000)).toBe('sent');
  // Longer than the lease: the row is due again, and nobody may take that for a reason to send.
  await new Promise((resolve) => setTimeout(resolve, quickPace.lease + 500));
  isFull = false;
  await until(async () => (await outbox.health()).waiting === 0, 'it is marked');
  expect(peer.mails).toHaveLength(1);
});
