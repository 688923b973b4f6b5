import pg from 'pg';
import { migrate, type Row, type Schema } from '../ledger/sqlite.ts';
import { type DatabaseAddress, readDatabaseAddress } from './address.ts';
import { explain, isAway, refuseDatabase } from './errors.ts';

/** Runs one statement. @param timeoutMs other than that of the pool */
export type Run = <Result extends object>(
  statement: string,
  values?: readonly unknown[],
  timeoutMs?: number,
) => Promise<Result[]>;

/** Connections to the server of a connection string, or to the one of several that is right. */
export interface Pool {
  run: Run;
  /** A connection for several statements; it has to be released. */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/**
 * With several servers each new connection goes to the one that the last went to; when it is away,
 * or a standby where writes are wanted, the next one is tried.
 */
export function openPool(
  address: string,
  options: Omit<pg.PoolConfig, 'connectionString'>,
  tell: (reason: string) => void = () => {},
): Pool {
  const { hosts, isWritable } = readAddress(address);
  let current = 0;
  const urlNow = () => (hosts[current] ?? hosts[0]).url;

  class Client extends pg.Client {
    constructor() {
      super({ keepAlive: true, ...options, connectionString: verified(urlNow()) });
      // The statement reports the error, too; without a listener this event ends the process.
      this.on('error', () => {});
    }
  }
  const pool = new pg.Pool({
    ...options,
    Client,
    ...(isWritable ? { onConnect: refuseStandby } : {}),
  });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', (error) => tell(error.message));
  let ended: Promise<void> | undefined;

  async function connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const tried = current;
      try {
        return await pool.connect();
      } catch (error) {
        if (current === tried) current = (tried + 1) % hosts.length;
        if (tries >= hosts.length) throw ofCertificate(error);
      }
    }
  }

  return {
    connect,
    async run(...statement) {
      const client = await connect();
      let fault: Error | undefined;
      try {
        return await runOver(client)(...statement);
      } catch (error) {
        fault = error as Error;
        throw error;
      } finally {
        client.release(fault);
      }
    },
    end() {
      ended ??= pool.end();
      return ended;
    },
  };
}

/** Statements on one connection. */
export function runOver(client: pg.ClientBase, usualMs?: number): Run {
  return async <Result extends object>(
    text: string,
    values: readonly unknown[] = [],
    timeoutMs = usualMs,
  ) => {
    const config = { text, values: [...values], query_timeout: timeoutMs };
    return (await client.query<Result & pg.QueryResultRow>(config)).rows;
  };
}

/** The default of node-postgres, which prints a long warning unless it is set. */
function verified(url: string): string {
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A certificate that the address names is read when a connection is made. */
function ofCertificate(error: unknown): unknown {
  const { syscall, path, code } = error as NodeJS.ErrnoException;
  if (syscall !== 'open') return error;
  return Object.assign(new Error(`${path} cannot be read, ${code}`), { code: 'ERR_TLS_FILE' });
}

/** A standby, such as a demoted primary, takes no writes. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new Error('the server is a standby');
}

function readAddress(text: string): DatabaseAddress {
  const address = readDatabaseAddress(text);
  if (!address) throw new TypeError('DATABASE_URL is no connection string of PostgreSQL.');
  return address;
}

/** Counts and times (BIGINT) fit into a number: milliseconds do so until the year 287396. */
export const wholeNumbers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;

/** How long machines wait for a lock; a lost connection releases it. */
const bounds = `
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '45s';
  SET LOCAL synchronous_commit = on`;

/** Of the two numbers an advisory lock has, the one that is the releases'. */
const family = 5037;

/**
 * Does something in one transaction while no other process does something of that name: the database
 * frees the lock with the connection, so it is never left behind.
 * @throws ReleaseRefusedError
 */
export async function withAdvisoryLock<Result>(
  pool: Pool,
  name: string,
  change: (run: Run) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> {
  const client = await pool.connect().catch((error) => {
    throw explain(error);
  });
  const run = runOver(client, timeoutMs);
  let isOver = false;
  try {
    await run('BEGIN');
    await run(bounds);
    await run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [family, name]);
    const result = await change(run);
    await commit(client, name, timeoutMs);
    isOver = true;
    return result;
  } catch (error) {
    throw explain(error, name);
  } finally {
    // A closed connection rolls everything back.
    client.release(!isOver);
  }
}

/** PostgreSQL answers `COMMIT` after a failed statement with a roll-back, not with an error. */
async function commit(client: pg.PoolClient, name: string, timeoutMs?: number): Promise<void> {
  const statement = { text: 'COMMIT', query_timeout: timeoutMs };
  const { command } = await client.query(statement).catch((error) => {
    if (!isAway(error)) throw error;
    throw refuseDatabase.unknownOutcome(name, error.message);
  });
  if (command !== 'COMMIT') throw refuseDatabase.takenBack(name);
}

/** What is done with the tables of a schema. */
export interface Tables {
  run: Run;
  /** See `withAdvisoryLock`. */
  withLock<Result>(name: string, change: (run: Run) => Promise<Result>): Promise<Result>;
}

/**
 * Brings the tables to the version of this code before the first statement, on one machine at a time;
 * after a failure the next call tries again. What a person can mend is thrown as a sentence.
 * @param changeMs how long a statement within a lock may take, where it is other than the pool's
 */
export function openTables(
  pool: Pool,
  schema: Schema,
  changeMs?: number,
  then = async (): Promise<void> => {},
): Tables {
  let preparing: Promise<void> | undefined;

  function prepare(): Promise<void> {
    const migrating = (run: Run) => migrateTables(run, schema);
    preparing ??= withAdvisoryLock(pool, 'the tables', migrating, changeMs)
      .then(then)
      .catch((error) => {
        preparing = undefined;
        throw explain(error);
      });
    return preparing;
  }

  return {
    async run(...statement) {
      await prepare();
      return pool.run<never>(...statement).catch((error) => {
        throw explain(error);
      });
    },
    async withLock(name, change) {
      await prepare();
      return withAdvisoryLock(pool, name, change, changeMs);
    },
  };
}

async function migrateTables(run: Run, schema: Schema): Promise<void> {
  const migration = migrate(schema, 'tables');
  for (let step = migration.next(); !step.done; )
    step = migration.next(await run<Row>(...step.value));
}
