import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { emptyDatabase, type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { mountSmallDisk, type SmallDisk } from '@portfolio/test-support/small-disk.ts';
import { addSmallSite, homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';
import pg from 'pg';
import type { Store } from '../store/store.ts';
import { findFaults, followLiveReleases, readLiveSet } from './follow-live-releases.ts';

const test = testWith('PostgreSQL', 'mounts');
let server: Postgres;
let disk: SmallDisk;
beforeAll(async () => {
  server = await startPostgres();
  disk = mountSmallDisk();
});

/** Deploys home with another title and a new film. */
function addHome(owner: Store, title: string) {
  const film = crypto.getRandomValues(new Uint8Array(60_000));
  const files = {
    ...sectionFiles('home', title),
    'resources/film.mp4': Buffer.concat(Array(20).fill(film)),
  };
  return addRelease(owner, 'home', files, { page: homePage });
}

async function openOwner() {
  const DATABASE_URL = await emptyDatabase(server.url);
  const owner = await openTemporaryStore({ DATABASE_URL });
  await addSmallSite(owner);
  return { owner, DATABASE_URL };
}

const liveHome = async (store: Store) => (await readLiveSet(store))?.sections.home?.[0]?.id;

test('a machine with a full disk keeps its releases, reports that, and catches up', async () => {
  const { owner, DATABASE_URL } = await openOwner();
  const before = await addHome(owner, 'Before');
  const DATA_DIR = path.join(disk.folder, 'data');
  const machine = await openTemporaryStore({ DATA_DIR, DATABASE_URL });
  const live = await followLiveReleases(machine, { info() {}, error() {} });
  const home = async () => (await live.current())?.sections.home?.[0]?.id;
  expect(await home()).toBe(before.id);
  disk.fill();
  const after = await addHome(owner, 'After');
  const isFull = async () => /ENOSPC/.test(JSON.stringify((await live.current())?.faults));
  await until(isFull, 'it says so');
  expect(await home()).toBe(before.id);
  disk.empty();
  await until(async () => (await home()) === after.id, 'it catches up');
  expect((await live.current())?.faults).toEqual([]);
  await live.close();
  await machine.close();
});

test('a deploy onto the full disk of a database is refused, and succeeds once there is room', async () => {
  const { owner, DATABASE_URL } = await openOwner();
  const admin = new pg.Client(DATABASE_URL);
  await admin.connect();
  const folder = path.join(disk.folder, 'database');
  // The server runs as another user.
  mkdirSync(folder);
  chownSync(folder, 65_534, 65_534);
  chmodSync(path.dirname(disk.folder), 0o755);
  const before = await addHome(owner, 'Before it was full');
  await admin.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await admin.query('ALTER TABLE archives SET TABLESPACE small');
  disk.fill();
  await expect(addHome(owner, 'Too much')).rejects.toThrow(
    /^The database cannot be asked \(could not .*No space left on device\), so nothing has changed/,
  );
  expect(await liveHome(owner)).toBe(before.id);
  expect(await findFaults(owner)).toEqual([]);
  disk.empty();
  const after = await addHome(owner, 'With room');
  expect(await liveHome(owner)).toBe(after.id);
  await admin.query('ALTER TABLE archives SET TABLESPACE pg_default');
  await admin.query('DROP TABLESPACE small');
  await admin.end();
});
