import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openPool } from '@portfolio/releases/database/pool.ts';
import { publish } from '@portfolio/releases/publish.ts';
import { retire } from '@portfolio/releases/retire.ts';
import { rollBack } from '@portfolio/releases/rollback.ts';
import { releaseFolder, type Store } from '@portfolio/releases/store.ts';
import { buildRelease, layRelease } from '@portfolio/test-support/lay-release.ts';
import { postgresFolder, startPostgres } from '@portfolio/test-support/postgres.ts';
import { homePage, laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startStallingProxy } from '@portfolio/test-support/stalling-proxy.ts';
import { type RunningApi, startApi } from '@portfolio/test-support/start-api.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

// Databases start slowly on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(120_000);

const onDatabase = postgresFolder ? test : test.skip;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let proxy: Awaited<ReturnType<typeof startStallingProxy>>;
let machines: RunningApi[] = [];
let owner: Store;
let first: Awaited<ReturnType<typeof laySmallSite>>;

beforeAll(async () => {
  if (!postgresFolder) return;
  postgres = await startPostgres();
  proxy = await startStallingProxy(Number(new URL(postgres.url).port));
  const url = await postgres.createDatabase('fleet');
  // The last one reaches the database by a line that can be cut.
  const cut = url.replace(/:\d+\//, `:${proxy.port}/`);
  owner = await openTemporaryStore({ DATABASE_URL: url });
  first = await laySmallSite(owner);
  machines = await Promise.all([url, url, cut].map((DATABASE_URL) => startApi({ DATABASE_URL })));
});
afterAll(async () => {
  for (const { stop, dataDir } of machines) {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  await proxy?.stop();
  await postgres?.stop();
});

const lay = (title: string) =>
  layRelease(owner, 'home', sectionFiles('home', title), { page: homePage });

const serves = (machine: RunningApi, words: string) => async () =>
  (await machine.get('/home')).body.includes(words);

const health = async (machine: RunningApi) => JSON.parse((await machine.get('/healthz')).body);

onDatabase('what is deployed, rolled back or retired anywhere is so on every machine', async () => {
  const { id } = await lay('Second');
  for (const machine of machines) await until(serves(machine, id), 'it has the new release');
  await rollBack(owner, 'home');
  for (const machine of machines)
    await until(serves(machine, String(first.home?.id)), 'it went back');
  await retire(owner, 'games');
  for (const machine of machines)
    await until(async () => !(await serves(machine, '/games')()), 'games is gone');
  await rollBack(owner, 'games');
  for (const machine of machines) await until(serves(machine, '/games'), 'games is back');
});

onDatabase('a preview, and what was live before a machine came, can be asked of it', async () => {
  const { release, staging } = await buildRelease(owner, 'home', sectionFiles('home', 'Preview'), {
    page: homePage,
  });
  await publish(owner, release, staging);
  const opened = async () => {
    const { body } = await (machines[1] as RunningApi).get(`/home?preview=home@${release.id}`);
    return body.includes(`/releases/home/${release.id}/`);
  };
  await until(opened, 'the preview is shown');
  const old = await lay('Old');
  await lay('Newer');
  await lay('Newest');
  const late = await startApi({ DATABASE_URL: settingsUrl() });
  const { status } = await late.get(`/releases/home/${old.id}/${old.entry}`);
  await late.stop();
  expect(status).toBe(200);
});

onDatabase('a copy that breaks on a disk is exchanged, and no visitor notices', async () => {
  const home = await lay('Breaks');
  const [machine] = machines as [RunningApi];
  await until(serves(machine, home.id), 'it is live');
  const copy = releaseFolder(machine.store, 'home', home.id);
  await writeFile(path.join(copy, home.entry), 'broken');
  const { status, body } = await machine.get(`/releases/home/${home.id}/${home.entry}`);
  expect([status, body]).toEqual([200, sectionFiles('home', 'Breaks')['remoteEntry.11aa22bb.mjs']]);
  expect(await health(machine)).toMatchObject({ status: 'ok' });
});

onDatabase(
  'what is broken in the database gives way to the release before, until it is deployed again',
  async () => {
    const good = await lay('Whole');
    const broken = await lay('Broken in the database');
    const { integrity = '' } = broken.files[broken.entry] ?? {};
    await change(`UPDATE files SET content = 'x' WHERE integrity = $1`, [integrity]);
    const late = await startApi({ DATABASE_URL: settingsUrl() });
    try {
      expect(await serves(late, good.id)()).toBe(true);
      const { status, faults } = await health(late);
      expect([status, faults[0]]).toEqual(['degraded', expect.stringContaining(broken.id)]);
      await lay('Broken in the database');
      await until(serves(late, broken.id), 'it is mended');
      await until(async () => (await health(late)).status === 'ok', 'all is well again');
    } finally {
      await late.stop();
    }
  },
);

onDatabase(
  'without the database every machine serves on, also one that is started then',
  async () => {
    const known = await lay('Known');
    for (const machine of machines) await until(serves(machine, known.id), 'it is live');
    const [one] = machines as [RunningApi];
    await postgres.kill();
    await until(async () => (await health(one)).status === 'degraded', 'it says so');
    await one.stopServing();
    const again = await startApi({ DATABASE_URL: settingsUrl(), DATA_DIR: one.dataDir });
    machines[0] = again;
    for (const machine of machines) {
      expect(await serves(machine, known.id)()).toBe(true);
      expect((await machine.get(`/releases/home/${known.id}/${known.entry}`)).status).toBe(200);
      expect((await machine.get('/api/locales/en')).status).toBe(200);
    }
    await expect(lay('Refused')).rejects.toThrow(/The database cannot be asked \(.*\), so nothing/);

    await postgres.start();
    const next = await lay('Next');
    for (const machine of machines) await until(serves(machine, next.id), 'it has caught up');
    for (const machine of machines)
      await until(async () => (await health(machine)).status === 'ok', 'all is well again');
  },
);

onDatabase('a machine that is cut off serves on, and catches up by itself', async () => {
  const cutOff = machines[2] as RunningApi;
  const before = await lay('Before the cut');
  for (const machine of machines) await until(serves(machine, before.id), 'it is live');
  proxy.stall();
  const after = await lay('After the cut');
  await until(serves(machines[1] as RunningApi, after.id), 'the others have it');
  expect(await serves(cutOff, before.id)()).toBe(true);
  await until(async () => (await health(cutOff)).status === 'degraded', 'it says so');
  expect((await health(cutOff)).faults[0]).toMatch(
    /^The database of several machines cannot be followed/,
  );
  proxy.recover();
  await until(serves(cutOff, after.id), 'it has caught up');
});

/** Behind everybody's back. */
async function change(statement: string, values: readonly unknown[]): Promise<void> {
  const pool = openPool(settingsUrl(), { max: 1 });
  await pool.run(statement, values);
  await pool.end();
}

function settingsUrl(): string {
  return postgres.url.replace(/postgres$/, 'fleet');
}
