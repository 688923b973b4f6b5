import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import {
  createTables,
  type Database,
  type Row,
  type Schema,
  type Steps,
  type Value,
} from './database.ts';
import { DatabaseError, isAway } from './database-errors.ts';
import { openPool } from './pool.ts';

export type OnWarning = (facts: object, message: string) => void;

type Run = <Result extends Row>(
  statement: string,
  values?: readonly Value[],
  timeoutMs?: number,
) => Promise<Result[]>;

export interface SharedDatabase extends Database {
  /** @param timeoutMs for large values; the default is 3 s */
  run: Run;
}

/** A visitor waits: if the database hangs, there has to be time to send the mail directly. */
const connectMs = 2000;
const statementMs = 3000;

/** A transaction waits for those of other machines. */
const changeMs = 60_000;

/** Clocks drift by seconds a day. */
const clockAgeMs = 10 * 60_000;

/**
 * Bounds the wait for the lock, which a lost connection releases. The connection's `statement_timeout` would be too
 * short for it.
 */
const bounds = `
  SET LOCAL statement_timeout = '60s';
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '45s';
  SET LOCAL synchronous_commit = on`;

/** The first number of all advisory locks of this product. */
const lockFamily = 5037;

/** Opens one database for all machines. It never fails, as the first statement connects. */
export function openPostgres(url: string, schema: Schema, onWarning: OnWarning): SharedDatabase {
  const options = {
    max: schema.connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    statement_timeout: statementMs,
    application_name: `portfolio ${schema.name}`,
    // With `off` as its default a database would acknowledge writes that a power cut loses.
    options: '-c synchronous_commit=on',
  };
  const pool = openPool(url, options, (reason) =>
    onWarning({ reason }, 'The database closed a connection.'),
  );
  let preparing: Promise<void> | undefined;

  const run: Run = (...statement) => pool.borrow((client) => runOver(client)(...statement));

  /** Runs a transaction under a lock of this name, one machine at a time. */
  function transact<Result>(name: string, steps: () => Steps<Result>): Promise<Result> {
    return pool.borrow(async (client) => {
      const runInside = runOver(client, changeMs);
      await runInside('BEGIN');
      await runInside(bounds);
      await runInside('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockFamily, name]);
      const walk = steps();
      let step = walk.next([]);
      while (!step.done) step = walk.next(await runInside(...step.value));
      await commit(runInside);
      return step.value;
    });
  }

  /** Makes the tables; after a failure the next call tries again. */
  function prepare(): Promise<void> {
    preparing ??= transact('the tables', () => createTables(schema, { isShared: true })).catch(
      (error) => {
        preparing = undefined;
        throw error;
      },
    );
    return preparing;
  }

  // The offset of the database's clock, as all machines have to write times of one clock.
  const ahead = new LRUCache<'ms', number>({
    max: 1,
    ttl: clockAgeMs,
    fetchMethod: async () => measureClock(run),
  });

  return {
    async run<Result extends Row>(...statement: Parameters<Run>) {
      await prepare();
      return run<Result>(...statement);
    },
    async transact(steps) {
      await prepare();
      return transact(schema.name, steps);
    },
    now: async () => Date.now() + ((await ahead.fetch('ms')) ?? 0),
    async truncateLog() {},
    close: () => pool.end(),
  };
}

function runOver(client: pg.ClientBase, usualMs?: number): Run {
  return async <Result extends Row>(
    text: string,
    values: readonly Value[] = [],
    timeoutMs = usualMs,
  ) => {
    const config = { text, values: [...values], query_timeout: timeoutMs };
    return (await client.query<Result>(config)).rows;
  };
}

async function commit(run: Run): Promise<void> {
  await run('COMMIT').catch((error) => {
    if (!isAway(error)) throw error;
    throw new DatabaseError(
      `The database went away during a change (${error.message}), so it is not known whether that counted. \`npx portfolio releases\` shows what is live; doing the same once more does no harm.`,
    );
  });
}

async function measureClock(run: Run): Promise<number> {
  const before = Date.now();
  const [row] = await run<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return Math.round((row?.now ?? before) - (before + Date.now()) / 2);
}
