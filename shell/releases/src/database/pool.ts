import pg from 'pg';
import { explainPostgres } from './database-errors.ts';

/**
 * Opens a pool of connections.
 * @param onLost called with the reason when an idle connection breaks
 */
export function openPool(
  address: string,
  options: pg.PoolConfig,
  onLost: (reason: string) => void,
) {
  const connectionString = verified(address);
  const pool = new pg.Pool({ keepAlive: true, types, ...options, connectionString });
  // The statement also reports the error, but without a listener this event ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The pool replaces a broken idle connection.
  pool.on('error', ({ message }) => onLost(message));
  let ended: Promise<void> | undefined;

  /** Opens a connection, which the caller has to release. @throws DatabaseError */
  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw explainPostgres(ofCertificate(error));
    }
  }

  return {
    /** Runs work with a connection. @throws DatabaseError */
    async borrow<Result>(work: (client: pg.PoolClient) => Promise<Result>) {
      const client = await connect();
      let fault: Error | undefined;
      try {
        return await work(client);
      } catch (error) {
        fault = error as Error;
        throw explainPostgres(error);
      } finally {
        // Closing the connection rolls back.
        client.release(fault);
      }
    },
    end() {
      ended ??= pool.end();
      return ended;
    },
  };
}

/** Sets the default of node-postgres, which otherwise prints a long warning. */
function verified(url: string): string {
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Words the error of an unreadable certificate, which every connection reads. */
function ofCertificate(error: unknown): unknown {
  const { syscall, path, code } = error as NodeJS.ErrnoException;
  if (syscall !== 'open') return error;
  return Object.assign(new Error(`${path} cannot be read, ${code}`), { code: 'ERR_TLS_FILE' });
}

/** Reads BIGINT as numbers, which are exact for milliseconds until the year 287396. */
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;
