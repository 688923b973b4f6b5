import path from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { emptyDatabase, startPostgres } from '@portfolio/test-support/postgres.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { addSmallSite, homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';
import type { Store } from '../store/store.ts';
import { followLiveReleases } from './follow-live-releases.ts';

let server: string;
beforeAll(async () => {
  server = (await startPostgres()).url;
});

/** Starts a machine with this folder. */
async function startMachine(DATA_DIR: string, DATABASE_URL: string) {
  const store = await openTemporaryStore({ DATA_DIR, DATABASE_URL });
  const live = await followLiveReleases(store, { info() {}, error() {} });
  stopLater({ stop: live.close });
  const home = async () => (await live.current())?.sections.home?.[0]?.id;
  return { ...live, home, store };
}

/** Deploys home with another title and a new film. */
function addHome(owner: Store, title: string) {
  const film = crypto.getRandomValues(new Uint8Array(60_000));
  const files = {
    ...sectionFiles('home', title),
    'resources/film.mp4': Buffer.concat(Array(20).fill(film)),
  };
  return addRelease(owner, 'home', files, { page: homePage });
}

testWith('PostgreSQL')('a machine with a live shell refuses a database without one', async () => {
  const DATABASE_URL = await emptyDatabase(server);
  const owner = await openTemporaryStore({ DATABASE_URL });
  const { home } = await addSmallSite(owner);
  await (await startMachine(owner.dataDir, DATABASE_URL)).close();
  const moved = await startMachine(owner.dataDir, await emptyDatabase(server));
  expect(moved.trouble()).toMatch(/^The database has no live shell, and this machine has/);
  expect(await moved.home()).toBe(home?.id);
});

testWith('PostgreSQL', 'mounts')(
  'a machine with a full disk keeps its releases, reports that, and catches up',
  async () => {
    const DATABASE_URL = await emptyDatabase(server);
    const owner = await openTemporaryStore({ DATABASE_URL });
    await addSmallSite(owner);
    const before = await addHome(owner, 'Before');
    const disk = mountSmallDisk();
    const machine = await startMachine(path.join(disk.folder, 'data'), DATABASE_URL);
    expect(await machine.home()).toBe(before.id);
    disk.fill();
    const after = await addHome(owner, 'After');
    const isFull = async () => /ENOSPC/.test(JSON.stringify((await machine.current())?.faults));
    await until(isFull, 'it says so');
    expect(await machine.home()).toBe(before.id);
    disk.empty();
    await until(async () => (await machine.home()) === after.id, 'it catches up');
    expect((await machine.current())?.faults).toEqual([]);
    await machine.close();
    await machine.store.close();
  },
);
