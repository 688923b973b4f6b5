import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test as rule } from '@jest/globals';
import { change } from '@portfolio/test-support/damage.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { homePage, laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { emptyPlace, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readLiveSet } from '../live/live-releases.ts';
import { findFaults } from '../store/list-releases.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

const { DATABASE_URL = '' } = await emptyPlace();
const disk = DATABASE_URL ? mountSmallDisk() : undefined;
const test = disk ? rule : rule.skip;

const owner = await openTemporaryStore(DATABASE_URL ? { DATABASE_URL } : {});

/** Home with another title and a film that shares nothing with the one before. */
const layHome = (title: string) => {
  const film = crypto.getRandomValues(new Uint8Array(60_000));
  const files = {
    ...sectionFiles('home', title),
    'resources/film.mp4': Buffer.concat(Array(20).fill(film)),
  };
  return layRelease(owner, 'home', files, { page: homePage });
};
const liveHome = async (store: Store) => (await readLiveSet(store))?.sections.home?.[0]?.id;

test('a machine whose own disk is full goes on with what it has, says so, and catches up', async () => {
  await laySmallSite(owner);
  const before = await layHome('Before');
  const place = { DATA_DIR: path.join(disk?.folder ?? '', 'data'), DATABASE_URL };
  const machine = await openStore(place, { info() {}, error() {} });
  try {
    await machine.remote?.pull();
    disk?.fill();
    const after = await layHome('After');
    await machine.remote?.pull();
    expect(await liveHome(machine)).toBe(before.id);
    expect(machine.remote?.trouble()).toContain('ENOSPC');
    disk?.empty();
    await machine.remote?.pull();
    expect(await liveHome(machine)).toBe(after.id);
    expect(machine.remote?.trouble()).toBeUndefined();
  } finally {
    await machine.close();
  }
});

test('where the disk of the database is full a deploy says so, nothing changes, and with room it counts', async () => {
  const folder = path.join(disk?.folder ?? '', 'database');
  // The server is another user's.
  mkdirSync(folder);
  chownSync(folder, 65_534, 65_534);
  chmodSync(path.dirname(disk?.folder ?? ''), 0o755);
  const before = await layHome('Before it was full');
  await change(owner, `CREATE TABLESPACE small LOCATION '${folder}'`, []);
  await change(owner, 'ALTER TABLE files SET TABLESPACE small', []);
  disk?.fill();
  await expect(layHome('Too much')).rejects.toThrow(
    /^The database cannot be asked \(could not .*No space left on device\), so nothing has changed.*full/,
  );
  expect(await liveHome(owner)).toBe(before.id);
  expect(await findFaults(owner)).toEqual([]);
  disk?.empty();
  const after = await layHome('With room');
  expect(await liveHome(owner)).toBe(after.id);
  await change(owner, 'ALTER TABLE files SET TABLESPACE pg_default', []);
  await change(owner, 'DROP TABLESPACE small', []);
});
