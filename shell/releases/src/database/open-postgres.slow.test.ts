import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from '@jest/globals';
import { emptyDatabase, type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryFolder } from '@portfolio/test-support/store-settings.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { insert, words } from '@portfolio/test-support/words-database.ts';
import pg from 'pg';
import { openPostgres } from './open-postgres.ts';

const test = testWith('PostgreSQL');
let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
  await server.query('CREATE ROLE guest LOGIN');
  await server.query("CREATE ROLE stranger LOGIN CONNECTION LIMIT 0 PASSWORD 'x'");
});

function open(url: string) {
  const store = openPostgres(url, words, () => {});
  stopLater({ stop: () => store.close() });
  return store;
}

test('a transaction may wait for another machine longer than a plain statement may take', async () => {
  const url = await emptyDatabase(server.url);
  const store = open(url);
  await store.run('SELECT 1');
  const other = new pg.Client(url);
  await other.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(5037, hashtext('words'))");
  const writing = store.transact(function* () {
    yield [insert, ['late', 4]];
  });
  await sleep(4000);
  expect(await store.run('SELECT * FROM words')).toEqual([]);
  await other.query('COMMIT');
  await other.end();
  await writing;
  expect(await store.run('SELECT word FROM words')).toMatchObject([{ word: 'late' }]);
});

test('all machines use the clock of the database', async () => {
  const store = open(await emptyDatabase(server.url));
  const [row] = await store.run<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  expect(Math.abs((await store.now()) - (row?.now ?? 0))).toBeLessThan(1000);
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
])('the error for %s says what to do', async (_what, change, advice) => {
  const url = new URL(await emptyDatabase(server.url));
  change(url);
  const store = open(url.href);
  const asked = await store.run('SELECT 1').catch((error: Error) => error);
  expect(asked).toMatchObject({ name: 'DatabaseAwayError' });
  expect((asked as Error).message).toMatch(/^The database cannot be asked \(.+\), so nothing has/);
  expect((asked as Error).message).toMatch(advice);
  expect((asked as Error).message).not.toContain('\n');
});
