import { expect } from '@jest/globals';
import { emptyDatabase, startPostgres } from '@portfolio/test-support/postgres.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { insert, words } from '@portfolio/test-support/words-database.ts';
import pg from 'pg';
import { openDatabase } from './database.ts';

const test = testWith('PostgreSQL');

test('a transaction may wait for another machine longer than a plain statement may take', async () => {
  const url = await emptyDatabase((await startPostgres()).url);
  const store = await openDatabase({ DATA_DIR: '', DATABASE_URL: url }, words);
  stopLater({ stop: () => store.close() });
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
