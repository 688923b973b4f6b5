import { expect, jest, test } from '@jest/globals';
import { startQuickApi } from '@portfolio/test-support/api-process.ts';
import { greylistEveryThird, startSenders } from '@portfolio/test-support/senders.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { emptyStoreSettings } from '@portfolio/test-support/temporary-store.ts';

// Each kill takes a start of the API, which a busy machine makes last.
jest.setTimeout(600_000);

/** The test also passed with 50. */
const kills = Number(process.env.KILLS ?? 15);

test(`over ${kills} SIGKILLs under load every acknowledged message arrives`, async () => {
  const mailServer = await startSmtpServer();
  mailServer.behaviour = greylistEveryThird();
  const place = await emptyStoreSettings();
  const environment = { ...place, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' };
  let site = await startQuickApi(environment);
  const senders = startSenders(() => [site.url], mailServer);
  for (let kill = 1; kill <= kills; kill += 1) {
    // Each kill comes at another point, after three to 14 further messages.
    await senders.acceptMore(3 + ((kill * 7) % 12));
    await site.stop();
    site = await startQuickApi(environment);
  }
  const result = await senders.outcome();
  console.info(`${kills} kills of one process:`, result, senders.answers);
  expect(result).toMatchObject({ lost: 0, twiceByAnotherId: 0 });
  expect(await site.stop('SIGTERM')).toMatchObject({ code: 0 });
});
