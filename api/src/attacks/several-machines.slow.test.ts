import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from '@jest/globals';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { addPreview, addRelease } from '@portfolio/test-support/add-release.ts';
import { startPostgres } from '@portfolio/test-support/postgres.ts';
import { startPostgresPair } from '@portfolio/test-support/postgres-pair.ts';
import { publishOver } from '@portfolio/test-support/publishing-site.ts';
import { greylistEveryThird, startSenders } from '@portfolio/test-support/senders.ts';
import {
  addTeam,
  describeContent,
  describeRelease,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { addSmallSite, homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { type RunningApi, startApi } from '@portfolio/test-support/start-api.ts';
import { openTcpProxy } from '@portfolio/test-support/tcp-proxy.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';

const test = testWith('PostgreSQL');
let fleet: Awaited<ReturnType<typeof startThreeMachines>>;
beforeAll(async () => {
  fleet = await startThreeMachines();
});

const serves = (machine: RunningApi, words: string) => async () =>
  (await machine.get('/home')).body.includes(words);

const health = async (machine: RunningApi) => JSON.parse((await machine.get('/healthz')).body);

test('a machine serves previews, and releases that were live before it started', async () => {
  const files = sectionFiles('home', 'Preview');
  const release = await addPreview(fleet.owner, 'home', files, { page: homePage });
  const opened = async () => {
    const { body } = await fleet.machines[1].get(`/home?preview=home@${release.id}`);
    return body.includes(`/releases/home/${release.id}/`);
  };
  await until(opened, 'the preview is shown');
  const old = await fleet.lay('Old');
  await fleet.lay('Newer');
  await fleet.lay('Newest');
  const late = await fleet.startAnother();
  const { status } = await late.get(`/releases/home/${old.id}/${old.entry}`);
  await late.stop();
  expect(status).toBe(200);
});

test('each request of a publication may reach another machine', async () => {
  const team = await addTeam(fleet.owner, ['games']);
  const calls = fleet.machines.map(({ url }) => publishOver(url, team));
  const [one, other, third] = calls as [(typeof calls)[0], (typeof calls)[0], (typeof calls)[0]];
  const { release, contents } = describeRelease('games', sectionFiles('games', 'By turns'));
  const live = fleet.first.games?.id;
  const files = [...contents.values()];
  const { says } = await one.say(publishRequest(release, { live }));
  for (const [turn, { hash }] of says.missing.entries()) {
    const content = files.find((each) => hashName(describeContent(each)) === hash) ?? Buffer.of();
    const { status } = await (turn % 2 ? one : other).put(says.upload, hash, content);
    expect(status).toBe(204);
  }
  expect(await third.commit(says.upload)).toMatchObject({ status: 200, says: { isLive: true } });
  for (const machine of fleet.machines) {
    await until(async () => serves(machine, release.id)(), 'it is live');
    const { status } = await machine.get(`/releases/games/${release.id}/${release.entry}`);
    expect(status).toBe(200);
  }
});

const entryHash = ({ files, entry }: Release) => hashName(files[entry] ?? { integrity: '' });

test('a release that is broken in the database is replaced by the one before until the next deploy', async () => {
  const good = await fleet.lay('Whole');
  const broken = await fleet.lay('Broken in the database');
  const damage = `UPDATE contents SET bytes = 'x' WHERE hash = $1 AND encoding = ''`;
  await fleet.owner.facts.run(damage, [entryHash(broken)]);
  const late = await fleet.startAnother();
  try {
    const entry = `/releases/home/${broken.id}/${broken.entry}`;
    expect((await late.get(entry)).status).toBe(404);
    await until(async () => !(await serves(late, broken.id)()), 'it gives way');
    expect(await serves(late, good.id)()).toBe(true);
    const { status, faults } = await health(late);
    expect([status, faults[0]]).toEqual(['degraded', expect.stringContaining(broken.id)]);
    await fleet.lay('Broken in the database');
    await until(serves(late, broken.id), 'it is whole again');
    await until(async () => (await health(late)).status === 'ok', 'all is well again');
  } finally {
    await late.stop();
  }
});

test('a machine without a connection to the database goes on, and catches up by itself', async () => {
  const [, other, cutOff] = fleet.machines;
  const before = await fleet.lay('Before the cut');
  for (const machine of fleet.machines) await until(serves(machine, before.id), 'it is live');
  fleet.line.stall();
  const after = await fleet.lay('After the cut');
  await until(serves(other, after.id), 'the others have it');
  expect(await serves(cutOff, before.id)()).toBe(true);
  await until(async () => (await health(cutOff)).status === 'degraded', 'it says so');
  expect((await health(cutOff)).faults[0]).toMatch(/^What is live cannot be followed/);
  fleet.line.recover();
  await until(serves(cutOff, after.id), 'it has caught up');
});

test('without the database every machine goes on, even one that starts then', async () => {
  const known = await fleet.lay('Known');
  for (const machine of fleet.machines) await until(serves(machine, known.id), 'it is live');
  await fleet.postgres.kill();
  const [one] = fleet.machines;
  await until(async () => (await health(one)).status === 'degraded', 'it says so');
  await fleet.restartFirst();
  for (const machine of fleet.machines) {
    expect(await serves(machine, known.id)()).toBe(true);
    expect((await machine.get(`/releases/home/${known.id}/${known.entry}`)).status).toBe(200);
    expect((await machine.get('/api/locales/en')).status).toBe(200);
  }
  await expect(fleet.lay('Refused')).rejects.toThrow(
    /The database cannot be asked \(.*\), so nothing/,
  );

  await fleet.postgres.start();
  const next = await fleet.lay('Next');
  for (const machine of fleet.machines) await until(serves(machine, next.id), 'it has caught up');
  for (const machine of fleet.machines)
    await until(async () => (await health(machine)).status === 'ok', 'all is well again');
});

test('the primary is killed under load and its standby promoted: no message, page or release is lost', async () => {
  const pair = await startPostgresPair();
  const mailServer = await startSmtpServer();
  mailServer.behaviour = greylistEveryThird();
  const settings = { DATABASE_URL: pair.url, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' };
  const owner = await openTemporaryStore(settings);
  await addSmallSite(owner);
  const sites = [await startApi(settings), await startApi(settings)];
  const senders = startSenders(() => sites.map(({ url }) => url), mailServer);
  const visits = startVisits(sites.map(({ url }) => url));
  const deploys = startDeploys(owner);
  await until(() => senders.accepted.size >= 50 && deploys.done.length > 1, 'all is under way');

  await pair.primary.kill();
  await until(async () => (await sites[0]?.health())?.store === 'down', 'the store is down');
  // A deploy during the outage is refused; the loop repeats it.
  await until(() => deploys.refused.length > 0, 'a deploy is refused');
  await pair.promote();
  for (const site of sites)
    await until(async () => (await site.health()).store === 'ok', 'it found the new primary');
  const before = deploys.done.length;
  await until(() => deploys.done.length > before, 'deploys go on');
  await Promise.all([deploys.stop(), senders.outcome()]);
  await until(async () => {
    const counts = await Promise.all(sites.map(({ health }) => health()));
    return counts.every(({ waiting, unmarked }) => waiting + unmarked === 0);
  }, 'all are sent and marked');

  const last = deploys.done.at(-1) ?? '';
  for (const { get } of sites)
    await until(async () => (await get('/home')).body.includes(last), 'it serves the last one');
  await visits.stop();
  const result = await senders.outcome();
  console.info('A failover:', result, senders.answers, deploys.refused);
  // Without a database two machines cannot know that they deliver the same message.
  expect(result).toMatchObject({ lost: 0, twiceByAnotherId: 0 });
  expect(visits.failed).toEqual([]);
  expect(new Set(deploys.refused.map(({ number }) => number)).size).toBe(1);
  for (const { sentence } of deploys.refused)
    expect(sentence).toMatch(/^The database (cannot be asked|went away during a change)/);
  const listed = (await listReleases(owner, 'home')).map(({ id }) => id);
  expect(listed).toEqual(expect.arrayContaining(deploys.done));
});

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

/** Deploys again and again, and repeats a deploy that is refused. */
function startDeploys(owner: Parameters<typeof addRelease>[0]) {
  const done: string[] = [];
  const refused: { number: number; sentence: string }[] = [];
  let isStopped = false;
  async function keepDeploying(): Promise<void> {
    for (let number = 1; !isStopped; ) {
      try {
        const files = sectionFiles('home', `Number ${number}`);
        done.push((await addRelease(owner, 'home', files, { page: homePage })).id);
        number += 1;
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
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

/** Starts PostgreSQL and three machines; `line` can stall the connection of the last one. */
async function startThreeMachines() {
  const postgres = await startPostgres();
  const line = await openTcpProxy(postgres.port);
  const url = await postgres.createDatabase('fleet');
  const overLine = url.replace(`:${postgres.port}/`, `:${line.port}/`);
  const owner = await openTemporaryStore({ DATABASE_URL: url });
  const first = await addSmallSite(owner);
  const start = (DATABASE_URL = url, own = {}) => startApi({ DATABASE_URL, ...own });
  const machines = await Promise.all([start(), start(), start(overLine)]);

  return {
    postgres,
    line,
    owner,
    first,
    machines: machines as [RunningApi, RunningApi, RunningApi],
    startAnother: () => start(),
    async restartFirst(): Promise<void> {
      const [{ stop, dataDir }] = machines;
      await stop();
      machines[0] = await start(url, { DATA_DIR: dataDir });
    },
    /** Deploys home with another title. */
    lay: (title: string) =>
      addRelease(owner, 'home', sectionFiles('home', title), { page: homePage }),
  };
}
