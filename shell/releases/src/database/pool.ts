import pg from 'pg';
import { readDatabaseAddress } from './address.ts';
import { explainPostgres } from './database-errors.ts';

/**
 * A pool of connections to the server of a connection string, or to the right one of several: each new
 * connection goes to the one that the last went to; when it is away, or a standby where writes are wanted,
 * the next one is tried.
 * @param onLost is called with the reason when a connection that was not used breaks
 */
export function openPool(
  address: string,
  options: pg.PoolConfig,
  onLost: (reason: string) => void,
) {
  const read = readDatabaseAddress(address);
  if (!read) throw new TypeError('DATABASE_URL is no connection string of PostgreSQL.');
  const { hosts, isWritable } = read;
  let current = 0;
  const urlNow = () => hosts[current] ?? hosts[0];

  class Client extends pg.Client {
    constructor() {
      super({ keepAlive: true, types, ...options, connectionString: verified(urlNow()) });
      // The statement reports the error, too; without a listener this event ends the process.
      this.on('error', () => {});
    }
  }
  const onConnect = isWritable ? refuseStandby : undefined;
  const pool = new pg.Pool({ ...options, Client, onConnect });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', ({ message }) => onLost(message));
  let ended: Promise<void> | undefined;

  /** A connection that has to be released. @throws DatabaseError */
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

  return {
    connect,
    /** A connection for some work. @param about what an error is about @throws DatabaseError */
    async borrow<Result>(work: (client: pg.PoolClient) => Promise<Result>, about?: string) {
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
    },
    end() {
      ended ??= pool.end();
      return ended;
    },
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

/** Counts and times (BIGINT) fit into a number: milliseconds do so until the year 287396. */
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;
