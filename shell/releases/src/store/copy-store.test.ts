import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile } from '@portfolio/test-support/damage.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { addTeam } from '@portfolio/test-support/team.ts';
import { openTemporaryStore, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readTokens } from '../access/tokens.ts';
import { writeContent } from '../contents/contents.ts';
import { retire, rollBack } from '../live/move-live.ts';
import { appendLog, ownerActor, readLog } from './audit-log.ts';
import { copyStore } from './copy-store.ts';
import { noteFailure, noteThrown } from './faults.ts';
import { findFaults } from './find-faults.ts';
import { listReleases } from './list-releases.ts';
import { readLive } from './release-rows.ts';
import type { Store } from './store.ts';

const origins = ['https://player.example'];
const quiet = () => {};

/** Makes a site with rows in all tables. */
async function livelySite() {
  const store = await openTemporaryStore({});
  const site = await addSmallSite(store);
  const { games, home } = site;
  if (!games || !home) throw new Error('The small site has games and a home page.');
  const failing = await addRelease(store, 'games', { 'remoteEntry.mjs': 'failing' });
  await noteFailure(store, failing);
  await noteThrown(store, failing, { error: 'TypeError', places: [] });
  await rollBack(store, 'games', undefined, { isForced: true });
  await addRelease(store, 'shop', { 'remoteEntry.mjs': 'shop' }, { origins });
  await retire(store, 'shop');
  await addTeam(store, ['games']);
  for (const did of ['one', 'two'])
    await store.facts.transact(() => appendLog({ ...ownerActor, did }));
  return { store, home, games, failing };
}

/** Reads all visible facts of a store. */
async function seen(store: Store) {
  await store.shared.pull();
  const releases = await listReleases(store);
  return {
    releases,
    live: readLive(store),
    faults: await findFaults(store),
    tokens: await readTokens(store),
    thrown: await store.facts.run('SELECT * FROM faults ORDER BY name, id, error'),
    log: await readLog(store),
  };
}

test('a copy of a copy has all facts', async () => {
  const { store: from } = await livelySite();
  const there = await temporaryStore();
  expect(await copyStore(from, there, quiet)).toBe(5);
  expect(await seen(there)).toEqual(await seen(from));

  const back = await openTemporaryStore({});
  await copyStore(there, back, quiet);
  expect(await seen(back)).toEqual(await seen(from));
});

test('a place in use is refused, and stays as it is', async () => {
  const { store: from } = await livelySite();
  const there = await temporaryStore();
  await addRelease(there, 'news', { 'remoteEntry.mjs': 'news' });
  const before = await seen(there);
  await expect(copyStore(from, there, quiet)).rejects.toThrow('Name an empty database');
  expect(await seen(there)).toEqual(before);
});

test('a copy that a broken release stops leaves an empty place, and can be begun again', async () => {
  const { store: from, home } = await livelySite();
  const script = 'remoteEntry.11aa22bb.mjs';
  const content = Buffer.from(`export const page = "Home ${'section '.repeat(200)}";`);
  await loseFile(from, home, script);
  const there = await temporaryStore();
  await expect(copyStore(from, there, quiet)).rejects.toThrow(
    `home@${home.id} cannot be copied, as ${script} is missing. Deploy it again`,
  );
  await writeContent(from, content, script);
  expect(await copyStore(from, there, quiet)).toBe(5);
  expect(await seen(there)).toEqual(await seen(from));
});
