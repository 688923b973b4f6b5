import { beforeAll, expect } from '@jest/globals';
import { emptyDatabase, type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { insert, openWords } from '@portfolio/test-support/words-database.ts';
import pg from 'pg';

const test = testWith('PostgreSQL');
let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});

const open = (DATABASE_URL: string) => openWords({ DATA_DIR: '', DATABASE_URL });

test('a transaction may wait for another machine longer than a plain statement may take', async () => {
  const url = await emptyDatabase(server.url);
  const store = await open(url);
  await store.run('SELECT 1');
  const other = new pg.Client(url);
  await other.connect();
  await other.query('BEGIN; SELECT pg_advisory_xact_lock(5037)');
  const writing = store.transact((tx) => tx.run(insert, ['late', 4]));
  await expect(store.run('SELECT pg_sleep(60)')).rejects.toThrow('timeout');
  expect(await store.run('SELECT * FROM words')).toEqual([]);
  await other.query('COMMIT');
  await other.end();
  await writing;
  // As a large value over a slow connection may.
  expect(await store.run('SELECT 1 AS one, pg_sleep(4)', [], true)).toMatchObject([{ one: 1 }]);
  expect(await store.run('SELECT word FROM words')).toMatchObject([{ word: 'late' }]);
});

test('all machines use the clock of the database', async () => {
  const store = await open(await emptyDatabase(server.url));
  const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';
  const [row] = await store.run<{ now: number }>(clock);
  expect(Math.abs((await store.now()) - (row?.now ?? 0))).toBeLessThan(1000);
});

test.each([
  ['no server', (url: URL) => (url.port = '1'), 'ECONNREFUSED'],
  ['no such user', (url: URL) => (url.username = 'nobody'), 'role "nobody" does not exist'],
  ['no such database', (url: URL) => (url.pathname = '/none'), 'database "none" does not exist'],
  ['a server without TLS', (url: URL) => (url.search = '?sslmode=require'), 'SSL connections'],
])('the error for %s is one sentence with the reason', async (_what, change, reason) => {
  const url = new URL(await emptyDatabase(server.url));
  change(url);
  const store = await open(url.href);
  const asked = await store.run('SELECT 1').catch((error: Error) => error);
  expect(asked).toMatchObject({
    name: 'DatabaseAwayError',
    message: expect.stringMatching(/^The database cannot be asked \(.+\)\. Pages are.*\.$/),
  });
  expect((asked as Error).message).toContain(reason);
});
