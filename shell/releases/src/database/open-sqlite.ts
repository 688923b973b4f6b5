import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTables,
  type LocalDatabase,
  type Row,
  type Schema,
  type Steps,
  type Value,
} from './database.ts';
import {
  BusyError,
  DatabaseError,
  DatabaseUnreadableError,
  explainSqlite,
  isBusy,
} from './database-errors.ts';

/** How long a write waits for the lock of another process. */
const longestWaitMs = 5000;

/** How long a read waits: it blocks the event loop, and only waits for the recovery after a crash. */
const longestReadMs = 250;

const pauseMs = 10;

function sleepBlocking(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Opens a file for all processes of this machine, at the first statement. Statements that may write wait for the lock
 * between turns of the event loop, as SQLite itself would block it; `read` blocks it for a moment.
 */
export function openSqlite(file: string, schema: Schema): LocalDatabase {
  let connection: Connection | undefined;
  let isClosed = false;

  function connect(): Connection {
    if (isClosed) throw new DatabaseError(`The database "${schema.name}" is closed.`);
    connection ??= openConnection(file, schema);
    return connection;
  }

  function disconnect(): void {
    connection?.database.close();
    connection = undefined;
  }

  /** Repeats the work while another process holds the lock. */
  async function runWhenFree<Result>(work: (open: Connection) => Result): Promise<Result> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      try {
        return work(connect());
      } catch (error) {
        throwUnlessBusy(error, deadline);
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }
  }

  /** Does the same synchronously. */
  function readWhenFree<Result>(work: (open: Connection) => Result): Result {
    const deadline = performance.now() + longestReadMs;
    for (;;) {
      try {
        return work(connect());
      } catch (error) {
        throwUnlessBusy(error, deadline);
        sleepBlocking(pauseMs);
      }
    }
  }

  /**
   * Throws errors, except that of a lock before the deadline. Closes an unreadable file, which may be replaced before
   * the next statement opens it, and one whose transaction could not be rolled back.
   */
  function throwUnlessBusy(error: unknown, deadline: number): void {
    if (isBusy(error) && performance.now() <= deadline) return;
    const explained = explainSqlite(error, { file, repair: schema.repair });
    const isUnreadable = explained instanceof DatabaseUnreadableError;
    if (isUnreadable || connection?.database.isTransaction) disconnect();
    throw explained;
  }

  return {
    run: <Result extends Row>(statement: string, values?: readonly Value[]) =>
      runWhenFree(({ query }) => query(statement, values) as Result[]),
    transact: <Result>(steps: () => Steps<Result>) =>
      runWhenFree((open) => runTransaction(open, steps)),
    read: <Result extends Row>(statement: string, values?: readonly Value[]) =>
      readWhenFree(({ query }) => query(statement, values) as Result[]),
    now: async () => Date.now(),
    truncateLog: () =>
      runWhenFree(({ query }) => {
        const [state] = query('PRAGMA wal_checkpoint(TRUNCATE)');
        if (state?.busy !== 0) throw new BusyError('Another process reads the log file.');
      }),
    async close() {
      isClosed = true;
      disconnect();
    },
  };
}

interface Connection {
  database: DatabaseSync;
  query(statement: string, values?: readonly Value[]): Row[];
}

function openConnection(file: string, schema: Schema): Connection {
  mkdirSync(path.dirname(file), { recursive: true });
  // The file has private data of visitors; -wal and -shm get the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  const prepared = new Map<string, StatementSync>();
  const query = (statement: string, values: readonly Value[] = []) => {
    const ready = prepared.get(statement) ?? database.prepare(statement);
    prepared.set(statement, ready);
    // SQLite names the parameter `$1` 1.
    return ready.all(Object.fromEntries(values.map((value, at) => [at + 1, value]))) as Row[];
  };
  try {
    chmodSync(file, 0o600);
    database.exec('PRAGMA journal_mode = WAL');
    // With NORMAL a power cut would lose acknowledged messages; FULL syncs the log at every commit.
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    runTransaction({ database, query }, () => createTables(schema, { isShared: false }));
    return { database, query };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs a transaction within one turn of the event loop. */
function runTransaction<Result>({ database, query }: Connection, steps: () => Steps<Result>) {
  database.exec('BEGIN IMMEDIATE');
  try {
    const walk = steps();
    let step = walk.next([]);
    while (!step.done) step = walk.next(query(...step.value));
    database.exec('COMMIT');
    return step.value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
