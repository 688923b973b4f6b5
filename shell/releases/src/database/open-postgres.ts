import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { readDatabaseAddress } from './address.ts';
import {
  createTables,
  type Database,
  type Row,
  type Schema,
  type Steps,
  type Value,
} from './database.ts';
import { DatabaseAwayError, DatabaseError, isAway } from './database-errors.ts';
import { openPool } from './pool.ts';

export type OnWarning = (facts: object, message: string) => void;

type Run = <Result extends Row>(
  statement: string,
  values?: readonly Value[],
  timeoutMs?: number,
) => Promise<Result[]>;

export interface SharedDatabase extends Database {
  /** @param timeoutMs for a large value; other statements are given up after 3 s */
  run: Run;
  /** A connection of its own on which notices of this channel arrive. @throws DatabaseError */
  listen(channel: string): Promise<Listener>;
}

/** A connection that listens; it has to be closed. */
interface Listener {
  /** Resolves with the first notice from now on, or when the connection is lost. @throws DatabaseAwayError once it is */
  nextNotice(): Promise<void>;
  close(): void;
}

/** A visitor waits for the answer: a database that hangs must leave time to deliver at once. */
const connectMs = 2000;
const statementMs = 3000;

/** A transaction waits for those of other machines. */
const changeMs = 60_000;

/** Clocks drift by seconds a day. */
const clockAgeMs = 10 * 60_000;

/**
 * How long machines wait for the lock; a lost connection releases it. Without a `statement_timeout` of its
 * own the wait would end with the one of a plain statement.
 */
const bounds = `
  SET LOCAL statement_timeout = '60s';
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '45s';
  SET LOCAL synchronous_commit = on`;

/** Of the two numbers an advisory lock has, the one that is this product's. */
const lockFamily = 5037;

/**
 * One database for all processes of all machines. It is connected to at the first statement, so this never
 * fails.
 */
export function openPostgres(url: string, schema: Schema, onWarning: OnWarning): SharedDatabase {
  const options = {
    max: schema.connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    statement_timeout: statementMs,
    application_name: `portfolio ${schema.name}`,
    // A database set to `off` would acknowledge what a power cut takes.
    options: '-c synchronous_commit=on',
  };
  const pool = openPool(url, options, (reason) =>
    onWarning({ reason }, 'The database closed a connection.'),
  );
  let preparing: Promise<void> | undefined;

  const run: Run = (...statement) => pool.borrow((client) => runOver(client)(...statement));

  /** One machine at a time does something of this name. */
  function transact<Result>(name: string, steps: () => Steps<Result>): Promise<Result> {
    return pool.borrow(async (client) => {
      const runInside = runOver(client, changeMs);
      await runInside('BEGIN');
      await runInside(bounds);
      await runInside('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockFamily, name]);
      const walk = steps();
      let step = walk.next([]);
      while (!step.done) step = walk.next(await runInside(...step.value));
      await commit(runInside, name);
      return step.value;
    }, name);
  }

  /** Makes the tables; after a failure the next call tries again. */
  function prepare(): Promise<void> {
    preparing ??= prepareNow().catch((error) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  }

  async function prepareNow(): Promise<void> {
    await transact('the tables', () => createTables(schema, true));
    const reason = await faultOfStandby(run, url);
    if (reason) onWarning({ reason }, 'A failover may lose what was acknowledged.');
  }

  // How far the clock of the database is ahead: what several machines write down has to be by one clock.
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
    async listen(channel) {
      await prepare();
      const client = await pool.connect();
      let notice = Promise.withResolvers<void>();
      let isLost = false;
      client.on('notification', () => notice.resolve());
      for (const event of ['error', 'end'] as const)
        client.on(event, () => {
          isLost = true;
          notice.resolve();
        });
      const close = () => client.release(true);
      await client.query(`LISTEN ${channel}`).catch((error) => {
        close();
        throw error;
      });
      return {
        close,
        nextNotice() {
          if (isLost) throw new DatabaseAwayError('The connection for notices was lost.');
          notice = Promise.withResolvers();
          return notice.promise;
        },
      };
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

async function commit(run: Run, name: string): Promise<void> {
  await run('COMMIT').catch((error) => {
    if (!isAway(error)) throw error;
    throw new DatabaseError(
      `The database went away while ${name} was being changed (${error.message}), so it is not known whether that counted. \`npm run releases\` shows what is live; doing the same once more does no harm.`,
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

/** Naming a standby asks for no loss: then the primary has to wait for it. */
async function faultOfStandby(run: Run, url: string): Promise<string | undefined> {
  if ((readDatabaseAddress(url)?.hosts.length ?? 0) < 2) return undefined;
  const [row] = await run<{ synchronous_standby_names: string }>('SHOW synchronous_standby_names');
  return row?.synchronous_standby_names
    ? undefined
    : 'DATABASE_URL names several servers, and the primary acknowledges before its standby has anything. Set synchronous_standby_names there.';
}
