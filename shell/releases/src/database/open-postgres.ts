import pg from 'pg';
import type { Database, OnWarning, Row, Schema, Statements, Value } from './database.ts';
import { DatabaseAwayError, DatabaseError, explainPostgres } from './database-errors.ts';

/** A visitor waits: if the database hangs, there has to be time to send the mail directly. */
const timesMs = { connection: 2000, statement: 3000, statementOfTransaction: 60_000 };

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
export function openPostgres(url: string, schema: Schema, onWarning: OnWarning): Database {
  const pool = new pg.Pool({
    // The default of node-postgres, which otherwise prints a long warning.
    connectionString: url.replace(
      /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/,
      '$1verify-full',
    ),
    keepAlive: true,
    max: schema.connections,
    connectionTimeoutMillis: timesMs.connection,
    query_timeout: timesMs.statement,
    statement_timeout: timesMs.statement,
    application_name: `portfolio ${schema.name}`,
    // With `off` as its default a database would acknowledge writes that a power cut loses.
    options: '-c synchronous_commit=on',
  });
  // The statement also reports the error, but without a listener this event ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', ({ message: reason }) =>
    onWarning({ reason }, 'The database closed a connection.'),
  );

  const { run } = statementsOf(pool);

  return {
    run,
    async transact(work) {
      const client = await pool.connect().catch((error) => {
        throw explainPostgres(error);
      });
      let isDone = false;
      try {
        const tx = statementsOf(client, timesMs.statementOfTransaction);
        await tx.run(begin);
        const result = await work(tx);
        await tx.run('COMMIT').catch((cause) => {
          if (!(cause instanceof DatabaseAwayError)) throw cause;
          throw new DatabaseError(
            `The database went away during a change, so it is not known whether that counted. \`npx portfolio releases\` shows what is live; doing the same once more does no harm.`,
            { cause },
          );
        });
        isDone = true;
        return result;
      } finally {
        // Closing the connection rolls back.
        client.release(!isDone);
      }
    },
    now: async () => (await run<{ now: number }>(clock))[0]?.now ?? Date.now(),
    async truncateLog() {},
    close: async () => (pool.ending ? undefined : pool.end()),
  };
}

function statementsOf(client: Pick<pg.ClientBase, 'query'>, usualMs?: number): Statements {
  return {
    async run<Result extends Row>(
      text: string,
      values: readonly Value[] = [],
      timeoutMs = usualMs,
    ): Promise<Result[]> {
      try {
        const query = { text, values: [...values], query_timeout: timeoutMs };
        return (await client.query<Result>(query)).rows;
      } catch (error) {
        throw explainPostgres(error);
      }
    },
  };
}
