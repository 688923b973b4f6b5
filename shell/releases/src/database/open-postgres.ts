import pg from 'pg';
import { DatabaseAwayError, type Driver, type Row, type Statements } from './database.ts';

/** A visitor waits: if the database hangs, there has to be time to send the mail directly. */
const usualMs = 3000;

/** For transactions, and for large values over a slow connection. */
const longestMs = 60_000;

const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

// BIGINT as numbers, which are exact for milliseconds until the year 287396.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens one database for all machines. */
export function openPostgres(url: string): Driver {
  const pool = new pg.Pool({
    // The default of node-postgres, which otherwise prints a long warning.
    connectionString: url.replace(
      /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/,
      '$1verify-full',
    ),
    keepAlive: true,
    connectionTimeoutMillis: 2000,
    statement_timeout: longestMs,
    lock_timeout: usualMs,
    idle_in_transaction_session_timeout: 45_000,
    application_name: 'portfolio',
    // With `off` as its default a database would acknowledge writes that a power cut loses.
    options: '-c synchronous_commit=on',
  });
  // Statements report the errors, but without listeners these events end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});

  const runOn = (client: Pick<pg.ClientBase, 'query'>, usual: number): Statements['run'] =>
    async function run<Result extends Row>(text: string, values = [], query_timeout = usual) {
      const query = { text, values: [...values], query_timeout };
      return (await client.query<Result>(query).catch(explain)).rows;
    };
  const run = runOn(pool, usualMs);

  return {
    run,
    // All machines have one writer at a time; a lost connection releases its lock.
    begin: "BEGIN; SET LOCAL lock_timeout = '30s'; SELECT pg_advisory_xact_lock(5037)",
    async connect() {
      const client = await pool.connect().catch(explain);
      return { run: runOn(client, longestMs), close: () => client.release(true) };
    },
    now: async () => (await run<{ now: number }>(clock))[0]?.now ?? Date.now(),
    async truncateLog() {},
    close: async () => (pool.ending ? undefined : pool.end()),
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
