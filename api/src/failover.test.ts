import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as rule } from '@jest/globals';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import {
  greylistEveryThird,
  startSenders,
  tally,
} from '@portfolio/test-support/contact/senders.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { postgresFolder } from '@portfolio/test-support/postgres.ts';
import { startPostgresPair } from '@portfolio/test-support/postgres-pair.ts';
import { homePage, laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

const test = postgresFolder ? rule : rule.skip;

test('the primary is killed under load and its standby promoted: no message, page or release is lost', async () => {
  const pair = await startPostgresPair();
  const mailServer = await startSmtpServer();
  mailServer.behaviour = greylistEveryThird();
  const settings = { DATABASE_URL: pair.url, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' };
  const owner = await openTemporaryStore(settings);
  await laySmallSite(owner);
  const sites = [await startApi(settings), await startApi(settings)];
  const senders = startSenders(() => sites.map(({ url }) => url));
  const visits = startVisits(sites.map(({ url }) => url));
  const deploys = startDeploys(owner);
  await until(() => senders.accepted.size >= 50 && deploys.done.length > 1, 'all is under way');

  await pair.primary.kill();
  await until(async () => (await sites[0]?.health())?.store === 'down', 'the store is down');
  // The one that was under way, or the next, is refused: it is repeated until it counts.
  await until(() => deploys.refused.length > 0, 'a deploy is refused');
  await pair.promote();
  for (const site of sites)
    await until(async () => (await site.health()).store === 'ok', 'it found the new primary');
  const before = deploys.done.length;
  await until(() => deploys.done.length > before, 'deploys go on');
  await Promise.all([deploys.stop(), senders.stop()]);
  await until(() => tally(senders.accepted, mailServer).lost === 0, 'no message is lost');
  await until(async () => {
    const counts = await Promise.all(sites.map(({ health }) => health()));
    return counts.every(({ waiting, unmarked }) => waiting + unmarked === 0);
  }, 'all are sent and marked');

  const last = deploys.done.at(-1) ?? '';
  for (const { get } of sites)
    await until(async () => (await get('/home')).body.includes(last), 'it serves the last one');
  await visits.stop();
  const result = tally(senders.accepted, mailServer);
  console.info('A failover:', result, senders.answers, deploys.refused);
  // Two machines that have no store at that moment cannot know that they deliver the same.
  expect(result).toMatchObject({ lost: 0, twiceByAnotherId: 0 });
  expect(visits.failed).toEqual([]);
  expect(new Set(deploys.refused.map(({ number }) => number)).size).toBe(1);
  for (const { sentence } of deploys.refused)
    expect(sentence).toMatch(/^The database (cannot be asked|went away while home)/);
  // What was said to be live is there, in its order.
  const listed = (await owner.remote?.list('home'))?.map(({ id }) => id) ?? [];
  expect(listed).toEqual(expect.arrayContaining(deploys.done));
});

/** Visitors of the home page on every machine, one after the other, for as long as it takes. */
function startVisits(sites: readonly string[]) {
  const failed: string[] = [];
  let isStopped = false;
  const visiting = Promise.all(
    sites.map(async (site) => {
      while (!isStopped) {
        const { status } = await fetch(`${site}/home`);
        if (status !== 200) failed.push(`${status}`);
        await sleep(20);
      }
    }),
  );
  return {
    failed,
    async stop(): Promise<void> {
      isStopped = true;
      await visiting;
    },
  };
}

/** One deploy after the other; one that is refused is repeated. */
function startDeploys(owner: Parameters<typeof layRelease>[0]) {
  const done: string[] = [];
  const refused: { number: number; sentence: string }[] = [];
  let isStopped = false;
  async function keepDeploying(): Promise<void> {
    for (let number = 1; !isStopped; ) {
      try {
        const files = sectionFiles('home', `Number ${number}`);
        done.push((await layRelease(owner, 'home', files, { page: homePage })).id);
        number += 1;
      } catch (error) {
        if (!(error instanceof ReleaseRefusedError)) throw error;
        refused.push({ number, sentence: error.message });
        await sleep(200);
      }
    }
  }
  const deploying = keepDeploying();
  return {
    done,
    refused,
    async stop(): Promise<void> {
      isStopped = true;
      await deploying;
    },
  };
}
