import { readDatabaseAddress } from '@portfolio/releases/postgres/address.ts';
import { clockOf } from '@portfolio/releases/postgres/clock.ts';
import { openPool, type Pool, wholeNumbers } from '@portfolio/releases/postgres/pool.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import { type Database, openSqlite, type Row, type Value } from './sqlite.ts';

/**
 * PostgreSQL when DATABASE_URL names one, a file under DATA_DIR otherwise. Never fails: a database
 * that is down at the start is used as soon as it is back.
 * @param tables `CREATE … IF NOT EXISTS` statements, run before the first use.
 */
export function openDatabase(config: Config, tables: readonly string[], log: Log): Database {
  return config.DATABASE_URL
    ? openPostgres(config.DATABASE_URL, tables, log)
    : openSqlite(config.DATA_DIR, tables);
}

/** A visitor waits for the answer: a database that hangs must leave time to deliver at once. */
const connectTimeout = 2000;
const statementTimeout = 3000;

/**
 * One database for all processes of all machines. PostgreSQL commits statements of different
 * connections together by itself.
 */
function openPostgres(url: string, tables: readonly string[], log: Log): Database {
  const pool = openPool(
    url,
    {
      max: 10,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: statementTimeout,
      statement_timeout: statementTimeout,
      // A database set to `off` would acknowledge what a power cut takes.
      options: '-c synchronous_commit=on',
      types: wholeNumbers,
    },
    (reason) => log.warn({ reason }, 'The database hung up.'),
  );

  const ahead = clockOf(pool.run);
  let preparing: Promise<void> | undefined;

  /** Done once; after a failure the next call tries again. */
  function prepare(): Promise<void> {
    preparing ??= prepareOnce().catch((error) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  }

  async function prepareOnce(): Promise<void> {
    await createTables(pool, tables);
    const reason = await faultOfStandby(pool, url);
    if (reason) log.warn({ reason }, 'A failover may lose messages that were acknowledged');
  }

  return {
    async run<Result extends Row>(statement: string, values: readonly Value[] = []) {
      await prepare();
      return pool.run<Result>(statement, values);
    },
    async now() {
      await prepare();
      return Date.now() + (await ahead());
    },
    close: () => pool.end(),
  };
}

/** `IF NOT EXISTS` of two processes at the same time fails in one of them: a second look is right. */
async function createTables(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await pool.run(table).catch(() => pool.run(table));
  }
}

/** Whoever names a standby wants to lose nothing: then the primary has to wait for it. */
async function faultOfStandby(pool: Pool, url: string): Promise<string | undefined> {
  if ((readDatabaseAddress(url)?.hosts.length ?? 0) < 2) return undefined;
  const [row] = await pool.run<{ synchronous_standby_names: string }>(
    'SHOW synchronous_standby_names',
  );
  return row?.synchronous_standby_names
    ? undefined
    : 'DATABASE_URL names several servers, and the primary acknowledges before its standby has anything. Set synchronous_standby_names there.';
}
