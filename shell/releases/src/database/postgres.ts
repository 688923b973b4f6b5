import { LRUCache } from 'lru-cache';
import { readDatabaseAddress } from './address.ts';
import {
  createTables,
  type Database,
  type Row,
  type Schema,
  type Steps,
  type Value,
} from './database.ts';
import { openPool, type Run, runOver } from './pool.ts';

/** Is called with what an operator should know. */
export type OnWarning = (facts: object, message: string) => void;

/** The database of several machines. */
export interface SharedDatabase extends Database {
  /** @param timeoutMs for a large value; other statements are given up after 3 s */
  run<Result extends Row>(
    statement: string,
    values?: readonly Value[],
    timeoutMs?: number,
  ): Promise<Result[]>;
  /** A connection of its own on which notices of this channel arrive. @throws DatabaseError */
  listen(channel: string): Promise<Listener>;
}

/** A connection that listens; it has to be closed. */
export interface Listener {
  /** Resolves with the first notice from now on, or when the connection is lost. */
  nextNotice(): Promise<void>;
  run: Run;
  close(): void;
}

/** A visitor waits for the answer: a database that hangs must leave time to deliver at once. */
const connectTimeout = 2000;
const statementTimeout = 3000;

/** A transaction waits for those of other machines. */
const changeTimeout = 60_000;

/** Clocks drift by seconds a day. */
const clockAgeMs = 10 * 60_000;

/**
 * One database for all processes of all machines. It is connected to at the first statement, so this never
 * fails.
 */
export function openPostgres(url: string, schema: Schema, onWarning: OnWarning): SharedDatabase {
  const pool = openPool(url, {
    max: schema.connections,
    changeMs: changeTimeout,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout,
    statement_timeout: statementTimeout,
    application_name: `portfolio ${schema.name}`,
    // A database set to `off` would acknowledge what a power cut takes.
    options: '-c synchronous_commit=on',
    onLost: (reason) => onWarning({ reason }, 'The database closed a connection.'),
  });
  let preparing: Promise<void> | undefined;

  /** Makes the tables, on one machine at a time; after a failure the next call tries again. */
  function prepare(): Promise<void> {
    preparing ??= prepareNow().catch((error) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  }

  async function prepareNow(): Promise<void> {
    await pool.withLock('the tables', (run) => walk(run, () => createTables(schema, true)));
    const reason = await faultOfStandby(pool.run, url);
    if (reason) onWarning({ reason }, 'A failover may lose what was acknowledged.');
  }

  // How far the clock of the database is ahead: what several machines write down has to be by one clock.
  const ahead = new LRUCache<'ms', number>({
    max: 1,
    ttl: clockAgeMs,
    fetchMethod: async () => measureClock(pool.run),
  });

  return {
    async run<Result extends Row>(...statement: Parameters<Run>) {
      await prepare();
      return pool.run<Result>(...statement);
    },
    async transact(steps) {
      await prepare();
      return pool.withLock(schema.name, (run) => walk(run, steps));
    },
    async listen(channel) {
      await prepare();
      const client = await pool.connect();
      let notice = Promise.withResolvers<void>();
      // Of a lost connection the next statement says what is wrong.
      for (const event of ['notification', 'error', 'end'] as const)
        client.on(event, () => notice.resolve());
      const run = runOver(client, statementTimeout);
      const close = () => client.release(true);
      try {
        await run(`LISTEN ${channel}`);
      } catch (error) {
        close();
        throw error;
      }
      return {
        run,
        close,
        nextNotice() {
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

async function walk<Result>(run: Run, steps: () => Steps<Result>): Promise<Result> {
  const walking = steps();
  let step = walking.next([]);
  while (!step.done) step = walking.next(await run<Row>(...step.value));
  return step.value;
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
