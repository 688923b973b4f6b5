import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openDatabase } from '@portfolio/releases/database/database.ts';
import { startQuickApi } from '@portfolio/test-support/api-process.ts';
import {
  greylistEveryThird,
  inventMessage,
  isMarked,
  startSenders,
  writeTo,
} from '@portfolio/test-support/senders.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { quickTimings, startApi } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { emptyStoreSettings } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { readConfig } from '../config.ts';
import { hashMessage } from './contact-calls.ts';
import { smtpConnections } from './mail.ts';
import { outboxSchema } from './outbox-table.ts';

async function mailedSites() {
  const mailServer = await startSmtpServer();
  return {
    mailServer,
    start: (environment: Record<string, string> = {}, timings = quickTimings) =>
      startApi({ SMTP_URL: mailServer.url, RATE_LIMIT: 'off', ...environment }, timings),
    arrived: (word: string) => mailServer.mails.filter(({ raw }) => raw.includes(word)).length,
  };
}

async function send(site: { url: string }, word: string) {
  const response = await writeTo(site.url, inventMessage(word));
  return { status: response.status, body: await response.json() };
}

const isSent = { store: 'ok', transport: 'smtp', oldestWaitingSeconds: null, lastRefusal: null };

test.each([
  ['takes it', 'accept', true, isSent],
  ['greylists', 451, false, { waiting: 1, oldestWaitingSeconds: expect.any(Number) }],
  // Health is public, so it shows only the code of the answer.
  ['refuses', 550, false, { waiting: 0, refused: 1, lastRefusal: '550' }],
  ['drops the connection in DATA', 'drop in DATA', false, { waiting: 1 }],
  ['drops it before the 250', 'drop before 250', false, { waiting: 1 }],
  ['hangs', 'hang', false, { waiting: 1 }],
] as const)('a message to a server that %s is sent', async (_does, behaviour, answer, health) => {
  const { mailServer, start, arrived } = await mailedSites();
  mailServer.behaviour = behaviour;
  const attempt = behaviour === 'hang' ? 500 : quickTimings.attempt;
  const site = await start({}, { ...quickTimings, attempt });
  expect(await send(site, 'later')).toEqual({ status: 200, body: answer });
  if (answer) await until(() => isMarked(site), 'it is marked');
  expect(await site.health()).toMatchObject(health);
  mailServer.behaviour = 'accept';
  await until(() => isMarked(site), 'it is marked');
  // A copy after a lost 250 has the same Message-ID.
  expect(arrived('later')).toBe(behaviour === 'drop before 250' ? 2 : 1);
  expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(1);
});

test('an equal message makes no second mail and is answered like the first', async () => {
  const { mailServer, start, arrived } = await mailedSites();
  mailServer.behaviour = 451;
  const site = await start({}, { ...quickTimings, firstPause: 60_000, longestPause: 60_000 });
  const impatient = await Promise.all([1, 2, 3].map(() => send(site, 'twice')));
  expect(impatient.map(({ body }) => body)).toEqual([false, false, false]);
  mailServer.behaviour = 'accept';
  expect((await send(site, 'twice')).body).toBe(false);
  expect((await site.health()).waiting).toBe(1);

  expect((await send(site, 'once')).body).toBe(true);
  expect((await send(site, 'once')).body).toBe(true);
  expect(arrived('once')).toBe(1);
});

test('a message that waits for more than an hour makes the health degraded', async () => {
  const place = await emptyStoreSettings();
  const database = await openDatabase(readConfig(place), outboxSchema);
  stopLater({ stop: () => database.close() });
  const { mailServer, start } = await mailedSites();
  mailServer.behaviour = 550;
  const site = await start(place);
  await addSmallSite(site.store);
  await send(site, 'late');
  const health = async () => JSON.parse((await site.get('/healthz')).body);
  expect(await health()).toMatchObject({ status: 'ok' });
  await database.run('UPDATE outbox SET created_at = created_at - 3601000');
  await until(async () => (await health()).status === 'degraded', 'it is degraded');
  const fault =
    'A message has waited for the mail server for an hour. "npx portfolio messages" says why.';
  expect((await health()).faults).toEqual([fault]);
});

test('many messages at once all arrive once, over a few connections', async () => {
  const { mailServer, start, arrived } = await mailedSites();
  // A mail waits for a connection, on a busy machine for more than a short attempt, after which it is sent again.
  const site = await start({}, { ...quickTimings, answer: 60_000, attempt: 60_000, lease: 70_000 });
  const words = Array.from({ length: 60 }, (_, index) => `many-${index}-`);
  const answers = await Promise.all(words.map((word) => send(site, word)));
  expect(answers.map(({ status }) => status)).toEqual(words.map(() => 200));
  await until(() => isMarked(site), 'all are marked');
  expect(words.map(arrived)).toEqual(words.map(() => 1));
  expect(mailServer.mostConnections).toBeLessThanOrEqual(smtpConnections);
});

test('closing finishes the mail in flight', async () => {
  const { mailServer, start, arrived } = await mailedSites();
  mailServer.behaviour = 'slow';
  const environment = await emptyStoreSettings();
  const site = await start(environment);
  const answer = send(site, 'flight');
  await until(async () => (await site.health()).underway === 1, 'the mail is underway');
  await site.stop();
  expect((await answer).body).toBe(true);
  const again = await start(environment);
  await until(async () => (await again.health()).store === 'ok', 'it runs');
  expect(await again.health()).toMatchObject({ waiting: 0, unmarked: 0 });
  expect(arrived('flight')).toBe(1);
});

/** The tables of version 1, as that version made them. */
const tablesOfVersion1 = [
  `CREATE TABLE outbox (id TEXT PRIMARY KEY, hash TEXT UNIQUE, payload TEXT, state TEXT NOT NULL,
    is_leased INTEGER NOT NULL, attempts INTEGER NOT NULL, created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL, sent_at BIGINT, last_answer TEXT)`,
  `CREATE INDEX outbox_due ON outbox (due_at) WHERE state <> 'sent'`,
  'CREATE TABLE senders (client TEXT PRIMARY KEY, since BIGINT NOT NULL, hits INTEGER NOT NULL)',
];

test('what waits in an outbox of version 1 is taken over and sent, and nothing else', async () => {
  const { start, arrived } = await mailedSites();
  const place = await emptyStoreSettings();
  const earlier = { ...outboxSchema, version: 1, tables: tablesOfVersion1 };
  const database = await openDatabase(readConfig(place), earlier);
  const invented = (id: string) => inventMessage(`old-${id}-`);
  const write = (id: string, state: string) =>
    database.run(
      `INSERT INTO outbox (id, hash, payload, state, is_leased, attempts, created_at, due_at)
      VALUES ($1, $2, $3, $4, 0, 1, 1, 1)`,
      [id, `${hashMessage(invented(id))}0`, JSON.stringify(invented(id)), state],
    );
  for (const [id, state] of Object.entries({ a: 'kept', b: 'refused', c: 'sent' }))
    await write(id, state);
  await database.close();
  const site = await start(place);
  await until(() => arrived('old-a-') + arrived('old-b-') === 2, 'both arrive');
  await until(() => isMarked(site), 'they are marked');
  expect((await send(site, 'old-a-')).body).toBe(true);
  expect([arrived('old-a-'), arrived('old-c-')]).toEqual([1, 0]);
});

test('the hourly clean-up takes the texts of sent messages off the disk', async () => {
  const { start } = await mailedSites();
  const place = await emptyStoreSettings();
  const site = await start(place);
  for (let count = 0; count < 12; count += 1)
    expect(await send(site, `secret-${count}-`)).toMatchObject({ body: true });
  await until(() => isMarked(site), 'all are marked');
  const isOnDisk = () =>
    globSync(`${place.DATA_DIR}/outbox.sqlite*`).some((file) =>
      readFileSync(file, 'latin1').includes('secret-'),
    );
  expect(isOnDisk()).toBe(!('DATABASE_URL' in place));
  // The first one comes at the start.
  await start(place);
  await until(() => !isOnDisk(), 'the texts are off the disk');
});

test('no message is lost when one of three processes on one database is killed, or all are', async () => {
  const { mailServer } = await mailedSites();
  mailServer.behaviour = greylistEveryThird();
  const place = await emptyStoreSettings();
  const environment = { ...place, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' };
  const sites = await Promise.all([0, 1, 2].map(() => startQuickApi(environment)));
  const senders = startSenders(() => sites.map(({ url }) => url), mailServer);
  for (let kill = 0; kill < Number(process.env.KILLS ?? 6); kill += 1) {
    await senders.acceptMore(40);
    const killed = kill % 3 === 2 ? [0, 1, 2] : [kill % 3];
    await Promise.all(killed.map((at) => sites[at]?.stop()));
    // Two processes go on; the third starts again.
    if (killed.length === 1) await senders.acceptMore(20);
    for (const at of killed) sites[at] = await startQuickApi(environment);
  }
  expect(await senders.outcome()).toMatchObject({ lost: 0, twiceByAnotherId: 0 });
});
