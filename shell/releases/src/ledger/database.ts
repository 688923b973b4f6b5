import { LRUCache } from 'lru-cache';
import { readDatabaseAddress } from '../postgres/address.ts';
import type { Run } from '../postgres/pool.ts';
import { type Database, openSqlite, type Row, type Schema, type Value } from './sqlite.ts';

/** Where a site keeps what it counts and notes. */
export interface DatabasePlace {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

type Warn = (facts: object, message: string) => void;

/**
 * PostgreSQL when DATABASE_URL names one, the file `<name>.sqlite` in DATA_DIR otherwise. It is opened at
 * the first statement, so this never fails.
 */
export function openDatabase(
  { DATA_DIR, DATABASE_URL }: DatabasePlace,
  schema: Schema,
  warn: Warn = () => {},
): Database {
  return DATABASE_URL ? openPostgres(DATABASE_URL, schema, warn) : openSqlite(DATA_DIR, schema);
}

/** A visitor waits for the answer: a database that hangs must leave time to deliver at once. */
const connectTimeout = 2000;
const statementTimeout = 3000;

/** Clocks drift by seconds a day. */
const askAgainMs = 10 * 60_000;

/**
 * One database for all processes of all machines. PostgreSQL commits statements of different
 * connections together by itself.
 */
function openPostgres(url: string, schema: Schema, warn: Warn): Database {
  // The client of PostgreSQL is loaded where it is used.
  const opened = import('../postgres/pool.ts').then(({ openPool }) =>
    openPool(url, {
      schema,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: statementTimeout,
      statement_timeout: statementTimeout,
      // A database set to `off` would acknowledge what a power cut takes.
      options: '-c synchronous_commit=on',
      onLost: (reason) => warn({ reason }, 'The database hung up.'),
      async onReady(run) {
        const reason = await faultOfStandby(run, url);
        if (reason) warn({ reason }, 'A failover may lose messages that were acknowledged');
      },
    }),
  );
  // How far the clock of the database is ahead: what several machines write down has to be by one clock.
  const ahead = new LRUCache<'ms', number>({
    max: 1,
    ttl: askAgainMs,
    fetchMethod: async () => measureClock((await opened).run),
  });
  return {
    run: async <Result extends Row>(statement: string, values?: readonly Value[]) =>
      (await opened).run<Result>(statement, values),
    now: async () => Date.now() + ((await ahead.fetch('ms')) ?? 0),
    stamp: () => Math.floor(performance.now() / 1000),
    close: async () => (await opened).end(),
  };
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
