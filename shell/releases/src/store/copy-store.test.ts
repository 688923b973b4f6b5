import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { addTeam } from '@portfolio/test-support/statements.ts';
import { openTemporaryStore, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import {
  allow,
  appendAudit,
  readAllowances,
  readAudit,
  readKeys,
  useCounter,
} from '../access/index.ts';
import { markOf, noteVisit } from '../ledger/visits.ts';
import { retire, rollBack } from '../live/move-pointer.ts';
import { noteLeft, readPointer } from '../live/pointer.ts';
import { keepPages, readAllPages } from '../markup/prerendered-pages.ts';
import { listOrigins } from '../release/origins.ts';
import { copyStore } from './copy-store.ts';
import { findFaults, tableOfReleases } from './list-releases.ts';
import { releaseFolder, type Store } from './store.ts';

const layout = `${'a'.repeat(12)}-${'b'.repeat(12)}`;
const page = { html: '<main>Games</main>', css: '', stylesVersion: '6.0.0' };
const origins = { frame: ['https://player.example'] };
const quiet = () => {};

/** A site with all that a store can have. */
async function livelySite(): Promise<Store> {
  const store = await openTemporaryStore({});
  const { games } = await laySmallSite(store);
  if (!games) throw new Error('The small site has games.');
  await keepPages(store, { ...games, layout }, new Map([['en', page]]));
  const failing = await layRelease(store, 'games', { 'remoteEntry.mjs': 'failing' });
  await noteVisit(store, failing, markOf(failing, '192.0.2.1'), ['failed', 1]);
  await rollBack(store, 'games');
  await noteLeft(store, failing, new Date('2026-01-31T12:00:00Z'));
  await layRelease(store, 'shop', { 'remoteEntry.mjs': 'shop' }, { origins });
  await allow(store, 'shop', { grants: listOrigins(origins), scripts: 200_000 });
  await retire(store, 'shop');
  const { id } = await addTeam(store, ['games']);
  await useCounter(store, id, 5);
  for (const did of ['one', 'two'])
    await appendAudit(store, { key: 'owner', did, outcome: 'done' });
  return store;
}

/** All that can be seen of a store. */
const seen = async (store: Store) => ({
  table: await tableOfReleases(store),
  faults: await findFaults(store),
  keys: await readKeys(store),
  allowances: await readAllowances(store),
  log: await readAudit(store),
  pages: await Promise.all(
    (await readPointer(store, 'games')).map(async (id) => [
      ...(await readAllPages(store, { name: 'games', id })),
    ]),
  ),
});

test('a store is copied there and back with all it has, and a second time nothing changes', async () => {
  const from = await livelySite();
  const there = await temporaryStore();
  expect(await copyStore(from, there, quiet)).toEqual({ copied: 5, known: 0, leftOut: [] });
  expect(await seen(there)).toEqual(await seen(from));
  expect(await copyStore(from, there, quiet)).toEqual({ copied: 0, known: 5, leftOut: [] });
  expect(await seen(there)).toEqual(await seen(from));

  const back = await openTemporaryStore({});
  await copyStore(there, back, quiet);
  expect(await seen(back)).toEqual(await seen(from));
  const [key = { id: '' }] = await readKeys(back);
  await expect(useCounter(back, key.id, 5)).rejects.toThrow();
});

test('what is broken is named and left out, and comes with the next copy once it is mended', async () => {
  const from = await livelySite();
  const [id = ''] = await readPointer(from, 'home');
  const script = path.join(releaseFolder(from, 'home', id), 'remoteEntry.11aa22bb.mjs');
  const content = await readFile(script);
  await writeFile(script, 'broken');
  const there = await temporaryStore();
  expect(await copyStore(from, there, quiet)).toMatchObject({
    copied: 4,
    leftOut: [
      expect.stringMatching(`home@${id}: remoteEntry.11aa22bb.mjs is not what`),
      `home: ${id} is live there, and cannot be here`,
    ],
  });
  await writeFile(script, content);
  expect(await copyStore(from, there, quiet)).toEqual({ copied: 1, known: 4, leftOut: [] });
  expect(await seen(there)).toEqual(await seen(from));
});

test('two logs cannot become one', async () => {
  const there = await temporaryStore();
  await appendAudit(there, { key: 'owner', did: 'something else', outcome: 'done' });
  await expect(copyStore(await livelySite(), there, quiet)).rejects.toThrow(
    'Both stores have a log of their own',
  );
});
