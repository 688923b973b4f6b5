import path from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { emptyDatabase, startPostgres } from '@portfolio/test-support/postgres.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
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

test("a machine without a connection to the database goes on, and catches up with a team's release", async () => {
  const [one, other, cutOff] = fleet.machines;
  const { ask } = await addTeam(fleet.owner, ['home']);
  const before = await fleet.lay('Before the cut');
  for (const machine of fleet.machines) await until(serves(machine, before.id), 'it is live');
  fleet.line.stall();
  const archive = await archiveOf('home', sectionFiles('home', 'After the cut'));
  const { says: after } = await ask('PUT', `${one.url}/api/releases/home`, archive);
  await until(serves(other, after.id), 'the others have it');
  expect(await serves(cutOff, before.id)()).toBe(true);
  await until(async () => (await health(cutOff)).status === 'degraded', 'it says so');
  expect((await health(cutOff)).faults[0]).toMatch(/^What is live cannot be followed/);
  fleet.line.recover();
  await until(serves(cutOff, after.id), 'it has caught up');
});

testWith('PostgreSQL', 'mounts')(
  'a machine with a full disk keeps its releases, reports that, and catches up',
  async () => {
    const before = await fleet.lay('Before the disk is full');
    const disk = mountSmallDisk();
    const DATA_DIR = path.join(disk.folder, 'data');
    const machine = await startApi({ DATABASE_URL: fleet.url, DATA_DIR });
    await until(serves(machine, before.id), 'it is live');
    disk.fill();
    const film = crypto.getRandomValues(new Uint8Array(60_000));
    const after = await fleet.lay('After', { 'film.mp4': Buffer.concat(Array(20).fill(film)) });
    const isFull = async () => /ENOSPC/.test(JSON.stringify((await health(machine)).faults));
    await until(isFull, 'it says so');
    expect(await serves(machine, before.id)()).toBe(true);
    disk.empty();
    await until(serves(machine, after.id), 'it catches up');
    await until(async () => (await health(machine)).status === 'ok', 'all is well again');
    await machine.stop();
  },
);

test('without the database every machine goes on', async () => {
  const known = await fleet.lay('Known');
  for (const machine of fleet.machines) await until(serves(machine, known.id), 'it is live');
  await fleet.postgres.kill();
  for (const machine of fleet.machines) {
    await until(async () => (await health(machine)).status === 'degraded', 'it says so');
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
  const start = (DATABASE_URL: string) => startApi({ DATABASE_URL });
  const machines = await Promise.all([url, url, overLine].map(start));

  return {
    postgres,
    url,
    line,
    owner,
    machines: machines as [RunningApi, RunningApi, RunningApi],
    /** Deploys home with another title. */
    lay(title: string, more: Record<string, Uint8Array> = {}) {
      return addRelease(owner, 'home', { ...sectionFiles('home', title), ...more });
    },
  };
}
