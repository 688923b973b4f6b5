import pg from 'pg';
import { type DatabaseAddress, readDatabaseAddress } from './address.ts';
import { DatabaseError, explainPostgres, isAway } from './errors.ts';

/** Runs one statement. @param timeoutMs other than the usual `query_timeout` */
export type Run = <Result extends object>(
  statement: string,
  values?: readonly unknown[],
  timeoutMs?: number,
) => Promise<Result[]>;

/** Connections to the server of a connection string, or to the one of several that is right. */
export interface Pool {
  run: Run;
  /**
   * Runs one transaction while no other process runs one of that name: the database frees the lock with
   * the connection, so it is never left behind.
   * @throws DatabaseError
   */
  withLock<Result>(name: string, change: (run: Run) => Promise<Result>): Promise<Result>;
  /** A connection for several statements; it has to be released. */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

interface PoolOptions extends Omit<pg.PoolConfig, 'connectionString'> {
  /** The `query_timeout` within a transaction. */
  changeMs?: number;
  /** Is called with the reason when a connection that was not used breaks. */
  onLost?: (reason: string) => void;
}

/**
 * With several servers each new connection goes to the one that the last went to; when it is away,
 * or a standby where writes are wanted, the next one is tried. What a person can correct is thrown as a
 * sentence.
 */
export function openPool(address: string, { changeMs, onLost, ...options }: PoolOptions): Pool {
  const { hosts, isWritable } = readAddress(address);
  let current = 0;
  const urlNow = () => (hosts[current] ?? hosts[0]).url;

  class Client extends pg.Client {
    constructor() {
      super({ keepAlive: true, types, ...options, connectionString: verified(urlNow()) });
      // The statement reports the error, too; without a listener this event ends the process.
      this.on('error', () => {});
    }
  }
  const pool = new pg.Pool({
    ...options,
    Client,
    onConnect: isWritable ? refuseStandby : undefined,
  });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', (error) => onLost?.(error.message));
  let ended: Promise<void> | undefined;

  async function connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const tried = current;
      try {
        return await pool.connect();
      } catch (error) {
        if (current === tried) current = (tried + 1) % hosts.length;
        if (tries >= hosts.length) throw explainPostgres(ofCertificate(error));
      }
    }
  }

  /** @param about what the error is about */
  async function borrow<Result>(work: (client: pg.PoolClient) => Promise<Result>, about?: string) {
    const client = await connect();
    let fault: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      fault = error as Error;
      throw explainPostgres(error, about);
    } finally {
      // A closed connection rolls everything back.
      client.release(fault);
    }
  }

  return {
    connect,
    run: (...statement) => borrow((client) => runOver(client)(...statement)),
    withLock: (name, change) =>
      borrow(async (client) => {
        const run = runOver(client, changeMs);
        await run('BEGIN');
        await run(bounds);
        await run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [family, name]);
        const result = await change(run);
        await commit(run, name);
        return result;
      }, name),
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

/**
 * How long machines wait for a lock; a lost connection releases it. Without a `statement_timeout` of its
 * own the wait would end with the one of a plain statement.
 */
const bounds = `
  SET LOCAL statement_timeout = '60s';
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '45s';
  SET LOCAL synchronous_commit = on`;

/** Of the two numbers an advisory lock has, the one that is this product's. */
const family = 5037;

async function commit(run: Run, name: string): Promise<void> {
  await run('COMMIT').catch((error) => {
    if (!isAway(error)) throw error;
    throw new DatabaseError(
      `The database went away while ${name} was being changed (${error.message}), so it is not known whether that counted. \`npm run releases\` shows what is live; doing the same once more does no harm.`,
    );
  });
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
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;
