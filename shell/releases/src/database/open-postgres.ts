import pg from 'pg';
import type { Driver, Row, Statements, Value } from './database.ts';
import { DatabaseAwayError } from './database-errors.ts';

/** A visitor waits: if the database hangs, there has to be time to send the mail directly. */
const usualMs = 3000;

const ofTransactionMs = 60_000;

/** All machines have one writer at a time; a lost connection releases its lock. */
const begin = `BEGIN;
  SET LOCAL statement_timeout = '60s';
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '45s';
  SELECT pg_advisory_xact_lock(5037)`;

const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

// BIGINT as numbers, which are exact for milliseconds until the year 287396.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens one database for all machines. */
export function openPostgres(url: string, name: string): Driver {
  const pool = new pg.Pool({
    // The default of node-postgres, which otherwise prints a long warning.
    connectionString: url.replace(
      /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/,
      '$1verify-full',
    ),
    keepAlive: true,
    connectionTimeoutMillis: 2000,
    statement_timeout: usualMs,
    application_name: `portfolio ${name}`,
    // With `off` as its default a database would acknowledge writes that a power cut loses.
    options: '-c synchronous_commit=on',
  });
  // Statements report the errors, but without listeners these events end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});

  const { run } = statementsOf(pool, usualMs);

  return {
    run,
    begin,
    async connect() {
      const client = await pool.connect().catch(explain);
      return { ...statementsOf(client, ofTransactionMs), close: () => client.release(true) };
    },
    now: async () => (await run<{ now: number }>(clock))[0]?.now ?? Date.now(),
    async truncateLog() {},
    close: async () => (pool.ending ? undefined : pool.end()),
  };
}

function statementsOf(client: Pick<pg.ClientBase, 'query'>, usual: number): Statements {
  return {
    async run<Result extends Row>(
      text: string,
      values: readonly Value[] = [],
      query_timeout = usual,
    ) {
      const query = { text, values: [...values], query_timeout };
      return (await client.query<Result>(query).catch(explain)).rows;
    },
  };
}

/** Words errors of PostgreSQL and of the way to it, but not those of a wrong statement or value. */
function explain(error: unknown): never {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/^(22|23|42)\w{3}$/.test(code)) throw error;
  // Node.js reports only a code for a name with several addresses.
  const reason = message.split('\n')[0] || code || 'no answer';
  throw new DatabaseAwayError(
    `The database cannot be asked (${reason}), so nothing has changed. Pages are served meanwhile. Try again when it answers; if it stays so, look at DATABASE_URL and at the log of PostgreSQL.`,
    { cause: error },
  );
}
