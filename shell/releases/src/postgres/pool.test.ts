import { expect, test as rule } from '@jest/globals';
import { emptyPlace } from '@portfolio/test-support/temporary-store.ts';
import { openPool } from './pool.ts';

const { DATABASE_URL } = await emptyPlace();
const test = DATABASE_URL ? rule : rule.skip;

test('what the database took back is told, and not taken for done', async () => {
  const pool = openPool(String(DATABASE_URL), { max: 1 });
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
  await pool.end();
});
