import { beforeAll, expect } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { emptyDatabase, startPostgres } from '@portfolio/test-support/postgres.ts';
import { addSmallSite, homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { type RunningApi, startApi } from '@portfolio/test-support/start-api.ts';
import { openTcpProxy } from '@portfolio/test-support/tcp-proxy.ts';
import { addTeam, archiveOf } from '@portfolio/test-support/team.ts';
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

test('a release that a team sends to one machine is served by all', async () => {
  const team = await addTeam(fleet.owner, ['games']);
  const archive = await archiveOf('games', sectionFiles('games', 'By a team'));
  const [one] = fleet.machines;
  const { status, says } = await team.ask('PUT', `${one.url}/api/releases/games`, archive);
  expect(status).toBe(200);
  for (const machine of fleet.machines) {
    await until(serves(machine, says.id), 'it is live');
    const address = `/releases/games/${says.id}/remoteEntry.11aa22bb.mjs`;
    expect((await machine.get(address)).status).toBe(200);
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
  await expect(fleet.lay('Refused')).rejects.toThrow(/The database cannot be asked \(.*\)\. Pages/);

  await fleet.postgres.start();
  const next = await fleet.lay('Next');
  for (const machine of fleet.machines) await until(serves(machine, next.id), 'it has caught up');
  for (const machine of fleet.machines)
    await until(async () => (await health(machine)).status === 'ok', 'all is well again');
});

/** Starts PostgreSQL and three machines; `line` can stall the connection of the last one. */
async function startThreeMachines() {
  const postgres = await startPostgres();
  const line = await openTcpProxy(postgres.port);
  const url = await emptyDatabase(postgres.url);
  const overLine = url.replace(`:${postgres.port}/`, `:${line.port}/`);
  const owner = await openTemporaryStore({ DATABASE_URL: url });
  await addSmallSite(owner);
  const start = (DATABASE_URL = url, own = {}) => startApi({ DATABASE_URL, ...own });
  const machines = await Promise.all([start(), start(), start(overLine)]);

  return {
    postgres,
    line,
    owner,
    machines: machines as [RunningApi, RunningApi, RunningApi],
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
