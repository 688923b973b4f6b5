import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test as rule } from '@jest/globals';
import { retire, rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { releaseFolder } from '@portfolio/releases/store/store.ts';
import { buildRelease } from '@portfolio/test-support/lay-release.ts';
import { postgresFolder } from '@portfolio/test-support/postgres.ts';
import { homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import type { RunningApi } from '@portfolio/test-support/start-api.ts';
import { startThreeMachines } from '@portfolio/test-support/three-machines.ts';
import { until } from '@portfolio/test-support/until.ts';

const test = postgresFolder ? rule : rule.skip;
let fleet: Awaited<ReturnType<typeof startThreeMachines>>;
beforeAll(async () => {
  if (postgresFolder) fleet = await startThreeMachines();
});

const serves = (machine: RunningApi, words: string) => async () =>
  (await machine.get('/home')).body.includes(words);

const health = async (machine: RunningApi) => JSON.parse((await machine.get('/healthz')).body);

test('what is deployed, rolled back or retired anywhere is so on every machine', async () => {
  const { id } = await fleet.lay('Second');
  for (const machine of fleet.machines) await until(serves(machine, id), 'it has the new release');
  await rollBack(fleet.owner, 'home');
  for (const machine of fleet.machines)
    await until(serves(machine, String(fleet.first.home?.id)), 'it went back');
  await retire(fleet.owner, 'games');
  for (const machine of fleet.machines)
    await until(async () => !(await serves(machine, '/games')()), 'games is gone');
  await rollBack(fleet.owner, 'games');
  for (const machine of fleet.machines) await until(serves(machine, '/games'), 'games is back');
});

test('a preview, and what was live before a machine came, can be asked of it', async () => {
  const { release, staging } = await buildRelease(
    fleet.owner,
    'home',
    sectionFiles('home', 'Preview'),
    {
      page: homePage,
    },
  );
  await publish(fleet.owner, release, staging);
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

test('a copy that breaks on a disk is exchanged, and no visitor notices', async () => {
  const home = await fleet.lay('Breaks');
  const [machine] = fleet.machines;
  await until(serves(machine, home.id), 'it is live');
  const copy = releaseFolder(machine.store, 'home', home.id);
  await writeFile(path.join(copy, home.entry), 'broken');
  const { status, body } = await machine.get(`/releases/home/${home.id}/${home.entry}`);
  expect([status, body]).toEqual([200, sectionFiles('home', 'Breaks')['remoteEntry.11aa22bb.mjs']]);
  expect(await health(machine)).toMatchObject({ status: 'ok' });
});

test('what is broken in the database gives way to the release before, until it is deployed again', async () => {
  const good = await fleet.lay('Whole');
  const broken = await fleet.lay('Broken in the database');
  const { integrity = '' } = broken.files[broken.entry] ?? {};
  await fleet.change(`UPDATE files SET content = 'x' WHERE integrity = $1`, [integrity]);
  const late = await fleet.startAnother();
  try {
    expect(await serves(late, good.id)()).toBe(true);
    const { status, faults } = await health(late);
    expect([status, faults[0]]).toEqual(['degraded', expect.stringContaining(broken.id)]);
    await fleet.lay('Broken in the database');
    await until(serves(late, broken.id), 'it is mended');
    await until(async () => (await health(late)).status === 'ok', 'all is well again');
  } finally {
    await late.stop();
  }
});

test('a machine that is cut off serves on, and catches up by itself', async () => {
  const [, other, cutOff] = fleet.machines;
  const before = await fleet.lay('Before the cut');
  for (const machine of fleet.machines) await until(serves(machine, before.id), 'it is live');
  fleet.line.stall();
  const after = await fleet.lay('After the cut');
  await until(serves(other, after.id), 'the others have it');
  expect(await serves(cutOff, before.id)()).toBe(true);
  await until(async () => (await health(cutOff)).status === 'degraded', 'it says so');
  expect((await health(cutOff)).faults[0]).toMatch(
    /^The database of several machines cannot be followed/,
  );
  fleet.line.recover();
  await until(serves(cutOff, after.id), 'it has caught up');
});

test('without the database every machine serves on, also one that is started then', async () => {
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
