import { readDatabaseAddress } from '../postgres/address.ts';
import { explain } from '../postgres/errors.ts';
import { openPool, type Pool, type Run, wholeNumbers, withAdvisoryLock } from '../postgres/pool.ts';
import { type Database, migrate, type Row, type Schema, type Value } from './sqlite.ts';

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
  const pool = openPool(
    url,
    {
      max: schema.connections,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: statementTimeout,
      statement_timeout: statementTimeout,
      // A database set to `off` would acknowledge what a power cut takes.
      options: '-c synchronous_commit=on',
      types: wholeNumbers,
    },
    (reason) => warn({ reason }, 'The database hung up.'),
  );
  const ahead = clockOf(pool.run);
  const prepare = prepareOnce(pool, schema, async () => {
    const reason = await faultOfStandby(pool, url);
    if (reason) warn({ reason }, 'A failover may lose messages that were acknowledged');
  });

  async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await prepare();
      return await work();
    } catch (error) {
      throw explain(error);
    }
  }

  return {
    run: <Result extends Row>(statement: string, values: readonly Value[] = []) =>
      explained(() => pool.run<Result>(statement, values)),
    now: () => explained(async () => Date.now() + (await ahead())),
    close: () => pool.end(),
  };
}

/**
 * Brings the tables to the version of this code before the first statement; after a failure the next
 * call tries again.
 */
export function prepareOnce(
  pool: Pool,
  schema: Schema,
  then = async (): Promise<void> => {},
): () => Promise<void> {
  let preparing: Promise<void> | undefined;
  return () => {
    preparing ??= migratePool(pool, schema)
      .then(then)
      .catch((error) => {
        preparing = undefined;
        throw explain(error);
      });
    return preparing;
  };
}

/** On one machine at a time. */
async function migratePool(pool: Pool, schema: Schema): Promise<void> {
  await withAdvisoryLock(pool, 'the tables', async (run) => {
    const migration = migrate(schema, 'tables');
    for (let step = migration.next(); !step.done; )
      step = migration.next(await run<Row>(...step.value));
  });
}

/**
 * How many milliseconds the clock of the database is ahead of this machine's: what several machines
 * write down has to be by one clock.
 */
function clockOf(run: Run): () => Promise<number> {
  let known: { offset: Promise<number>; askedAt: number } | undefined;
  return () => {
    if (known && performance.now() - known.askedAt < askAgainMs) return known.offset;
    const offset = measure(run);
    known = { offset, askedAt: performance.now() };
    offset.catch(() => {
      known = undefined;
    });
    return offset;
  };
}

async function measure(run: Run): Promise<number> {
  const before = Date.now();
  const [row] = await run<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return Math.round((row?.now ?? before) - (before + Date.now()) / 2);
}

/** Naming a standby asks for no loss: then the primary has to wait for it. */
async function faultOfStandby(pool: Pool, url: string): Promise<string | undefined> {
  if ((readDatabaseAddress(url)?.hosts.length ?? 0) < 2) return undefined;
  const [row] = await pool.run<{ synchronous_standby_names: string }>(
    'SHOW synchronous_standby_names',
  );
  return row?.synchronous_standby_names
    ? undefined
    : 'DATABASE_URL names several servers, and the primary acknowledges before its standby has anything. Set synchronous_standby_names there.';
}
