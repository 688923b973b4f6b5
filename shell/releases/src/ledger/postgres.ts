import { LRUCache } from 'lru-cache';
import { readDatabaseAddress } from '../postgres/address.ts';
import { openPool, type Run, wholeNumbers } from '../postgres/pool.ts';
import type { Database, Schema } from './sqlite.ts';

/** A visitor waits for the answer: a database that hangs must leave time to deliver at once. */
const connectTimeout = 2000;
const statementTimeout = 3000;

/** Clocks drift by seconds a day. */
const askAgainMs = 10 * 60_000;

/**
 * One database for all processes of all machines. PostgreSQL commits statements of different
 * connections together by itself.
 */
export function openPostgres(
  url: string,
  schema: Schema,
  warn: (facts: object, message: string) => void,
): Omit<Database, 'stamp'> {
  const pool = openPool(url, {
    schema,
    max: schema.connections,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout,
    statement_timeout: statementTimeout,
    // A database set to `off` would acknowledge what a power cut takes.
    options: '-c synchronous_commit=on',
    types: wholeNumbers,
    onLost: (reason) => warn({ reason }, 'The database hung up.'),
    async onReady(run) {
      const reason = await faultOfStandby(run, url);
      if (reason) warn({ reason }, 'A failover may lose messages that were acknowledged');
    },
  });
  // How far the clock of the database is ahead: what several machines write down has to be by one clock.
  const ahead = new LRUCache<'ms', number>({
    max: 1,
    ttl: askAgainMs,
    fetchMethod: () => measureClock(pool.run),
  });
  return {
    run: pool.run,
    now: async () => Date.now() + ((await ahead.fetch('ms')) ?? 0),
    close: pool.end,
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
