import { afterAll, expect, test } from '@jest/globals';
import {
  greylistEveryThird,
  startSenders,
  tally,
} from '@portfolio/test-support/contact/senders.ts';
import { startDatabases } from '@portfolio/test-support/databases.ts';
import { forkApi } from '@portfolio/test-support/fork-api.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { stopAfterEach } from '@portfolio/test-support/stop-after-each.ts';
import { until } from '@portfolio/test-support/until.ts';

const databases = await startDatabases();
const stopping = stopAfterEach();
afterAll(() => databases.stop());

const start = async (environment: Record<string, string>) => stopping(await forkApi(environment));

test('over 50 SIGKILLs under load every acknowledged message arrives', async () => {
  const mailServer = stopping(await startSmtpServer());
  mailServer.behaviour = greylistEveryThird();
  const PORT = `${await findFreePort()}`;
  const environment = {
    ...(await databases.kinds[0]?.prepare()),
    PORT,
    SMTP_URL: mailServer.url,
    RATE_LIMIT: 'off',
  };
  let site = await start(environment);
  const senders = stopping(startSenders(() => [site.url]));
  for (let kill = 1; kill <= 50; kill += 1) {
    // Killed while it answers, after three to 14 more messages: each time at another point.
    const enough = senders.accepted.size + 3 + ((kill * 7) % 12);
    await until(() => senders.accepted.size >= enough, 'messages are accepted');
    await site.kill();
    site = await start(environment);
  }
  await senders.stop();
  await until(() => tally(senders.accepted, mailServer).lost === 0, 'all arrive', 60_000);
  const result = tally(senders.accepted, mailServer);
  console.info('50 kills of one process:', result, senders.answers);
  expect(result).toMatchObject({ lost: 0, twiceByAnotherId: 0 });
  expect(await site.stop()).toBe(0);
});

test.each(databases.kinds)(
  '$name: of three processes on one store any may be killed',
  async (kind) => {
    const mailServer = stopping(await startSmtpServer());
    mailServer.behaviour = greylistEveryThird();
    const environment = {
      ...(await kind.prepare()),
      PORT: '0',
      SMTP_URL: mailServer.url,
      RATE_LIMIT: 'off',
    };
    const sites = await Promise.all([0, 1, 2].map(() => start(environment)));
    const senders = stopping(startSenders(() => sites.map(({ url }) => url)));
    for (let kill = 0; kill < 6; kill += 1) {
      const enough = senders.accepted.size + 40;
      await until(() => senders.accepted.size >= enough, 'messages are accepted');
      const killed = sites[kill % 3];
      await killed?.kill();
      // Two go on; the third is back after a while.
      const more = senders.accepted.size + 20;
      await until(() => senders.accepted.size >= more, 'the others accept messages');
      sites[kill % 3] = await start(environment);
    }
    await senders.stop();
    await until(() => tally(senders.accepted, mailServer).lost === 0, 'all arrive', 60_000);
    const result = tally(senders.accepted, mailServer);
    console.info(`${kind.name}, three processes, 6 kills:`, result, senders.answers);
    expect(result).toMatchObject({ lost: 0, twiceByAnotherId: 0 });
  },
);
