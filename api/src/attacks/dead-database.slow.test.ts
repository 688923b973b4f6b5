import { beforeAll, expect } from '@jest/globals';
import { emptyDatabase, type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { inventMessage, isMarked, startSenders, writeTo } from '@portfolio/test-support/senders.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { openTcpProxy } from '@portfolio/test-support/tcp-proxy.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';

const test = testWith('PostgreSQL');
let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});

test('PostgreSQL killed under load loses no message and sends no mail twice', async () => {
  const mailServer = await startSmtpServer();
  const DATABASE_URL = await emptyDatabase(postgres.url);
  const site = await startApi({ DATABASE_URL, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' });
  const senders = startSenders(() => [site.url], mailServer);
  for (let kill = 1; kill <= 3; kill += 1) {
    await senders.acceptMore(50);
    await postgres.kill();
    await senders.acceptMore(50);
    await until(async () => (await site.health()).store === 'down', 'the store is down');
    await postgres.start();
    await until(async () => (await site.health()).store === 'ok', 'the store is back by itself');
  }
  await senders.stop();
  await until(() => isMarked(site), 'all are marked');
  const result = await senders.outcome();
  expect(senders.answers[503]).toBeUndefined();
  expect(result).toMatchObject({ lost: 0, twice: 0 });
});

test('a database that hangs delays answers, but loses no message and sends none twice', async () => {
  const mailServer = await startSmtpServer();
  const direct = await emptyDatabase(postgres.url);
  const line = await openTcpProxy(Number(new URL(direct).port));
  const DATABASE_URL = direct.replace(new URL(direct).port, `${line.port}`);
  const site = await startApi({ DATABASE_URL, SMTP_URL: mailServer.url });
  expect(await (await writeTo(site.url, inventMessage('flowing'))).json()).toBe(true);
  line.stall();
  expect(await (await writeTo(site.url, inventMessage('hanging'))).json()).toBe(true);
  line.recover();
  await until(() => isMarked(site), 'all is marked');
  expect(await (await writeTo(site.url, inventMessage('hanging'))).json()).toBe(true);
  expect(mailServer.mails).toHaveLength(2);
});
