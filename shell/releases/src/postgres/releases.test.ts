import path from 'node:path';
import { beforeAll, expect, test as rule } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import {
  emptyPlace,
  openTemporaryStore,
  temporaryFolder,
} from '@portfolio/test-support/temporary-store.ts';
import { rollBack } from '../live/move-pointer.ts';
import { readPointer } from '../live/pointer.ts';
import { prune } from '../store/prune.ts';
import { openPool } from './pool.ts';

const { DATABASE_URL = '' } = await emptyPlace();
const test = DATABASE_URL ? rule : rule.skip;

const pool = openPool(DATABASE_URL || 'postgres://nowhere/none', { max: 1 });
stopLater({ stop: pool.end });

test('a content goes with the last release that has it, however many go', async () => {
  const shared = { 'main.mjs': 'pig' };
  const own = Object.fromEntries([...Array(45).keys()].map((n) => [`${n}.mjs`, `only here: ${n}`]));
  const store = await openTemporaryStore({ DATABASE_URL });
  const old = await layRelease(store, 'pig', { ...shared, ...own });
  for (const title of ['two', 'three']) await layRelease(store, 'pig', { ...shared, title });
  const count = async () => {
    const [row] = await pool.run<{ count: string }>('SELECT count(*) FROM files');
    return Number(row?.count);
  };
  const before = await count();
  expect(await prune(store, [old])).toEqual([]);
  expect(before - (await count())).toBe(45);
});

test('a machine with a copy of another database makes nothing live that this one lacks', async () => {
  const DATA_DIR = temporaryFolder();
  const before = await openTemporaryStore({ DATA_DIR, DATABASE_URL });
  const ids = [];
  for (const words of ['one', 'two'])
    ids.push(await layRelease(before, 'cow', { 'main.mjs': words }));
  const [old, live] = ids.map(({ id }) => id);
  const { DATABASE_URL: other = '' } = await emptyPlace();
  const store = await openTemporaryStore({ DATA_DIR, DATABASE_URL: other });
  await expect(rollBack(store, 'cow', old)).rejects.toThrow(`There is no release ${old} of cow.`);
  expect(await readPointer(store, 'cow')).toEqual([live, old]);
});

test('what the database took back is told, and not taken for done', async () => {
  await pool.run('CREATE TABLE words (word TEXT PRIMARY KEY)');
  const write = (word: string) =>
    pool.withLock('home', async (run) => {
      await run('INSERT INTO words VALUES ($1)', [word]);
      // Somebody passes over the error: from here on PostgreSQL does nothing, and COMMIT is no error.
      await run('SELECT 1 / 0').catch(() => {});
    });
  await expect(write('lost')).rejects.toThrow('The database took back');
  expect(await pool.run('SELECT word FROM words')).toEqual([]);
  expect(await pool.withLock('home', (run) => run('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
});

beforeAll(async () => {
  if (!DATABASE_URL) return;
  await pool.run('CREATE ROLE guest LOGIN');
  await pool.run("CREATE ROLE stranger LOGIN CONNECTION LIMIT 0 PASSWORD 'x'");
});

const noCertificate = path.join(temporaryFolder(), 'ca.pem');

test.each([
  ['no server', (url: URL) => (url.port = '1'), /Correct host and port in DATABASE_URL/],
  ['no such host', (url: URL) => (url.hostname = 'x.invalid'), /Correct host and port/],
  ['no such user', (url: URL) => (url.username = 'nobody'), /Correct user and password/],
  ['no such database', (url: URL) => (url.pathname = '/none'), /Create that database/],
  ['a user without rights', (url: URL) => (url.username = 'guest'), /the owner of the database/],
  ['a user whose connections are used up', (url: URL) => (url.username = 'stranger'), /Raise/],
  ['a server without TLS', (url: URL) => (url.search = '?sslmode=require'), /Take sslmode out/],
  [
    'a certificate that is not there',
    (url: URL) => (url.search = `?sslmode=verify-full&sslrootcert=${noCertificate}`),
    /ca.pem cannot be read, ENOENT.*sslrootcert=/,
  ],
])('to %s commands say in a sentence what to do', async (_what, change, advice) => {
  const url = new URL(DATABASE_URL);
  change(url);
  const store = await openTemporaryStore({ DATABASE_URL: url.href });
  const asked = await store.remote?.pull().catch((error: Error) => error);
  expect(asked).toMatchObject({ name: 'DatabaseAwayError' });
  expect((asked as Error).message).toMatch(/^The database cannot be asked \(.+\), so nothing has/);
  expect((asked as Error).message).toMatch(advice);
  expect((asked as Error).message).not.toContain('\n');
});
