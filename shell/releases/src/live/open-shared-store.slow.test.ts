import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { emptyDatabase, type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { addSmallSite, homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';
import { contentFile, lackingHere, readContent } from '../contents/contents.ts';
import { hashName } from '../contents/integrity.ts';
import type { Release } from '../release/release.ts';
import { findFaults } from '../store/find-faults.ts';
import { listReleases } from '../store/list-releases.ts';
import { prune } from '../store/prune.ts';
import { readLiveOf } from '../store/release-rows.ts';
import type { Store } from '../store/store.ts';
import { followLiveReleases, readLiveSet } from './follow-live-releases.ts';
import { retire, rollBack } from './move-live.ts';
import { openStore } from './open-store.ts';

const test = testWith('PostgreSQL');
let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});

const emptyServer = () => emptyDatabase(server.url);

/** Opens a machine with an empty folder, or with that of another. */
const machineOf = (DATABASE_URL: string, dataDir?: string) =>
  openTemporaryStore(dataDir ? { DATA_DIR: dataDir, DATABASE_URL } : { DATABASE_URL });

/** Starts a site with a machine that deploys, and one that follows. */
async function startMachines() {
  const url = await emptyServer();
  const deploying = await machineOf(url);
  const site = (await addSmallSite(deploying)) as Record<'shell' | 'home' | 'games', Release>;
  const serving = await machineOf(url);
  await serving.follow();
  return { url, deploying, serving, ...site };
}

const addHome = (store: Store, title: string) =>
  addRelease(store, 'home', sectionFiles('home', title), { page: homePage });

const hashesOf = ({ files }: Release) => Object.values(files).map(hashName);

const liveOf = async (store: Store, name: string) =>
  (await readLiveSet(store))?.sections[name]?.map(({ id }) => id);

test('a new machine gets the live releases with all files', async () => {
  const { serving, shell, home, games } = await startMachines();
  expect((await readLiveSet(serving))?.shell.id).toBe(shell.id);
  expect(await liveOf(serving, 'home')).toEqual([home.id]);
  for (const release of [shell, home, games])
    expect(lackingHere(serving, hashesOf(release))).toEqual([]);
  expect(await findFaults(serving)).toEqual([]);
});

test('machines follow deploys, roll-backs and retirements of others', async () => {
  const { deploying, serving, home } = await startMachines();
  const next = await addHome(deploying, 'Next');
  await until(async () => (await liveOf(serving, 'home'))?.[0] === next.id, 'it is followed');
  expect(lackingHere(serving, hashesOf(next))).toEqual([]);
  await rollBack(deploying, 'home');
  await until(async () => (await liveOf(serving, 'home'))?.[0] === home.id, 'it is rolled back');
  await retire(deploying, 'games');
  await until(async () => (await liveOf(serving, 'games'))?.length === 0, 'it is retired');
  expect(await listReleases(serving)).toEqual(await listReleases(deploying));
  // The first machine follows a change of the other, too.
  await rollBack(serving, 'games');
  await deploying.shared.pull();
  expect(readLiveOf(deploying, 'games')).toEqual(readLiveOf(serving, 'games'));
});

test('a damaged or missing content is fetched again, once a minute at most', async () => {
  const { serving, home } = await startMachines();
  const [script = '', ref = { bytes: 0, integrity: '' }] =
    Object.entries(home.files).find(([file]) => file.endsWith('.mjs')) ?? [];
  const file = contentFile(serving, hashName(ref));
  const whole = await readFile(file);
  const damage = async () => {
    for (const ending of ['', '.br', '.gz']) await writeFile(file + ending, 'damaged');
  };
  await damage();
  expect(await readContent(serving, ref, script)).toEqual(whole);
  expect(await readFile(file)).toEqual(whole);
  await damage();
  await expect(readContent(serving, ref, script)).rejects.toThrow(
    `${script} is not what its hash says`,
  );
});

test('the next deploy with a content that is damaged in the database sends it again', async () => {
  const { url, deploying, serving, games } = await startMachines();
  const [, ref = { bytes: 0, integrity: '' }] = Object.entries(games.files)[0] ?? [];
  const damage = `UPDATE contents SET bytes = 'damaged' WHERE hash = $1 AND encoding = ''`;
  await deploying.facts.run(damage, [hashName(ref)]);
  await addRelease(deploying, 'toys', { ...sectionFiles('games', 'Games'), 'more.txt': 'more' });
  const late = await machineOf(url);
  await late.follow();
  expect(lackingHere(late, hashesOf(games))).toEqual([]);
  expect(await findFaults(serving)).toEqual([]);
});

test('a machine with a live shell refuses a database without one', async () => {
  const { serving } = await startMachines();
  const live = (await readLiveSet(serving))?.key;
  const other = await machineOf(await emptyServer(), serving.dataDir);
  await expect(other.shared.pull()).rejects.toThrow(
    `The database has no live shell, and this machine has: it goes on with its own copy. Is DATABASE_URL the right one? If so, \`npx portfolio releases copy\` fills it; to begin anew, remove copy.sqlite from ${serving.dataDir}.`,
  );
  expect((await readLiveSet(other))?.key).toBe(live);
});

test('the log of a machine with its own site says how to copy it into an empty database', async () => {
  const alone = await openTemporaryStore({});
  await addSmallSite(alone);
  const said: string[] = [];
  const log = { info() {}, error: (_facts: object, message: string) => void said.push(message) };
  const place = { DATA_DIR: alone.dataDir, DATABASE_URL: await emptyServer() };
  const store = await openStore(place, log);
  await store.follow();
  await store.close();
  expect(said).toEqual([expect.stringContaining('npx portfolio releases copy --from')]);
});

test('a copy of another database with an equal change number is replaced', async () => {
  const one = await startMachines();
  const two = await startMachines();
  await addHome(two.deploying, 'Other');
  const number = async (store: Store) =>
    (await store.facts.run<{ number: number }>('SELECT number FROM changes'))[0]?.number ?? 0;
  await one.serving.close();
  const set = 'UPDATE changes SET number = $1';
  await two.deploying.facts.run(set, [await number(one.deploying)]);
  const moved = await machineOf(two.url, one.serving.dataDir);
  const running = followLiveReleases(moved, { info() {}, error() {} });
  expect((await running.current())?.key).toBe((await readLiveSet(one.deploying))?.key);
  await moved.follow();
  const replaced = (await readLiveSet(two.deploying))?.key;
  expect((await readLiveSet(moved))?.key).toBe(replaced);
  expect((await running.current())?.key).toBe(replaced);
});

test('two processes of one machine share its copy', async () => {
  const { url, deploying, serving } = await startMachines();
  const second = await machineOf(url, serving.dataDir);
  await second.follow();
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const { id } = await addHome(deploying, title);
    for (const each of [serving, second])
      await until(async () => (await liveOf(each, 'home'))?.[0] === id, `${title} is followed`);
  }
});

test('a pruned release is removed from every machine, and its contents after an hour from the database', async () => {
  const { deploying, serving, home } = await startMachines();
  const film = { ...sectionFiles('home', 'Film'), 'resources/film.txt': 'only here' };
  const old = await addRelease(deploying, 'home', film, { page: homePage });
  for (const title of ['Second', 'Third']) await addHome(deploying, title);
  const count = async () => {
    const statement = `SELECT hash FROM contents WHERE encoding = ''`;
    const rows = await deploying.facts.run<{ hash: string }>(statement);
    return new Set(rows.map(({ hash }) => hash));
  };
  expect(await prune(deploying, [old])).toMatchObject([{ id: old.id }]);
  expect([...(await count())]).toEqual(expect.arrayContaining(hashesOf(old)));
  await deploying.facts.run(`UPDATE contents SET used_at = used_at - interval '2 hours'`);
  await prune(deploying, []);
  const left = await count();
  const gone = hashesOf(old).filter((hash) => !left.has(hash));
  expect(gone.length).toBeGreaterThan(0);
  expect([...left]).toEqual(expect.arrayContaining(hashesOf(home)));
  await until(
    () => listReleases(serving, 'home').then((list) => list.every(({ id }) => id !== old.id)),
    'it is gone there, too',
  );
});
