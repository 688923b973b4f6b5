import type pg from 'pg';
import { explain, isAway, refuseDatabase } from './errors.ts';
import type { Pool, Run } from './pool.ts';

/** Whom machines wait for, and how long; who was cut off loses its turn by itself. */
const bounds = `
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '45s';
  SET LOCAL synchronous_commit = on`;

/** Of the two numbers an advisory lock has, the one that is the releases'. */
const family = 5037;

/**
 * Does something in one transaction while no other process does something of that name: the database frees
 * the lock with the connection, so it is never left behind.
 * @throws ReleaseRefusedError
 */
export async function withAdvisoryLock<Result>(
  pool: Pool,
  name: string,
  change: (run: Run) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error) => {
    throw explain(error);
  });
  let isOver = false;
  try {
    await client.query('BEGIN');
    await client.query(bounds);
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [family, name]);
    const result = await change(overClient(client));
    await commit(client, name);
    isOver = true;
    return result;
  } catch (error) {
    throw explain(error, name);
  } finally {
    // Without its connection nothing of it stays.
    client.release(!isOver);
  }
}

/** Of a transaction in which a statement failed PostgreSQL makes a roll-back, and calls that no error. */
async function commit(client: pg.PoolClient, name: string): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error) => {
    if (!isAway(error)) throw error;
    throw refuseDatabase.unknownOutcome(name, error.message);
  });
  if (command !== 'COMMIT') throw refuseDatabase.takenBack(name);
}

function overClient(client: pg.PoolClient): Run {
  return async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    (await client.query<Row & pg.QueryResultRow>(statement, [...values])).rows;
}
