import { beforeAll, expect } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { emptyDatabase, type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { addSmallSite, homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../store/store.ts';
import { followLiveReleases } from './follow-live-releases.ts';

const test = testWith('PostgreSQL');
let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});

/** Starts a machine with an empty folder, or with that of another. */
async function startMachine(DATABASE_URL: string, dataDir?: string) {
  const place = dataDir ? { DATA_DIR: dataDir, DATABASE_URL } : { DATABASE_URL };
  const store = await openTemporaryStore(place);
  const live = await followLiveReleases(store, { info() {}, error() {} });
  stopLater({ stop: live.close });
  const liveOf = async (name: string) =>
    (await live.current())?.sections[name]?.map(({ id }) => id);
  return { store, live, liveOf };
}

/** Starts a site with a machine that deploys, and one that follows. */
async function startMachines() {
  const url = await emptyDatabase(server.url);
  const deploying = await openTemporaryStore({ DATABASE_URL: url });
  const site = (await addSmallSite(deploying)) as Record<'shell' | 'home' | 'games', Release>;
  return { url, deploying, serving: await startMachine(url), ...site };
}

const addHome = (store: Store, title: string) =>
  addRelease(store, 'home', sectionFiles('home', title), { page: homePage });

test('a machine with a live shell refuses a database without one', async () => {
  const { serving, home } = await startMachines();
  const other = await startMachine(await emptyDatabase(server.url), serving.store.dataDir);
  expect(other.live.trouble()).toMatch(/^The database has no live shell, and this machine has/);
  expect(await other.liveOf('home')).toEqual([home.id]);
});

test('another database with an equal number of changes is read', async () => {
  const [one, two] = [await startMachines(), await startMachines()];
  const { id } = await addHome(two.deploying, 'Other');
  const [row] = await one.deploying.database.run('SELECT number FROM changes');
  await two.deploying.database.run('UPDATE changes SET number = $1', [row?.number ?? 0]);
  const moved = await startMachine(two.url, one.serving.store.dataDir);
  expect((await moved.liveOf('home'))?.[0]).toBe(id);
});
