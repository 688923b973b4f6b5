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

/** How long a statement waits for another process, between two tries and at most. */
const pauseMs = 10;
const longestWaitMs = 5000;
/** A read waits for the recovery after a crash alone, and holds up the event loop meanwhile. */
const longestReadMs = 250;

/**
 * A file for all processes of this machine, opened at the first statement. SQLite itself would wait for
 * a lock synchronously: the waiting is done here, between two turns of the event loop.
 */
export function openSqlite(file: string, schema: Schema): LocalDatabase {
  const prepared = new Map<string, StatementSync>();
  let database: DatabaseSync | undefined;
  let isClosed = false;

  function open(): DatabaseSync {
    if (isClosed) throw new DatabaseError(`The database "${schema.name}" is closed.`);
    database ??= openFile(file, schema);
    return database;
  }

  function closeFile(): void {
    prepared.clear();
    database?.close();
    database = undefined;
  }

  function query(statement: string, values: readonly Value[] = []): Row[] {
    const target = open();
    const ready = prepared.get(statement) ?? target.prepare(statement);
    prepared.set(statement, ready);
    return ready.all(named(values)) as Row[];
  }

  /**
   * Closes a file that this connection can no longer use, so that the next statement opens it again: it may
   * have been replaced. After a full disk, or a lock of another process, the connection stays.
   * @returns the error to throw, with a sentence for a person
   */
  function afterFailure(error: unknown): unknown {
    const explained = explainSqlite(error, { file, repair: schema.repair });
    // A transaction that is still open could not be rolled back.
    const isUnreadable = explained instanceof DatabaseUnreadableError;
    if (isUnreadable || database?.isTransaction) closeFile();
    return explained;
  }

  /** Repeats the work while another process holds the lock. */
  async function attempt<Result>(work: () => Result): Promise<Result> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        const isOver = performance.now() > deadline;
        if (!isBusy(error) || isOver) throw afterFailure(error);
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }
  }

  return {
    run: <Result extends Row>(statement: string, values?: readonly Value[]) =>
      attempt(() => query(statement, values) as Result[]),
    transact: <Result>(steps: () => Steps<Result>) =>
      attempt(() => transactOn(open(), steps, query)),
    read<Result extends Row>(statement: string, values?: readonly Value[]) {
      const deadline = performance.now() + longestReadMs;
      for (;;) {
        try {
          return query(statement, values) as Result[];
        } catch (error) {
          const isOver = performance.now() > deadline;
          if (!isBusy(error) || isOver) throw afterFailure(error);
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
        }
      }
    },
    now: async () => Date.now(),
    truncateLog: () =>
      attempt(() => {
        const [state] = query('PRAGMA wal_checkpoint(TRUNCATE)');
        if (state?.busy !== 0) throw new BusyError('Another process reads the log file.');
      }),
    async close() {
      isClosed = true;
      closeFile();
    },
  };
}

/** All statements, in this turn of the event loop, or none. */
function transactOn<Result>(
  target: DatabaseSync,
  steps: () => Steps<Result>,
  query: (statement: string, values?: readonly Value[]) => Row[],
): Result {
  target.exec('BEGIN IMMEDIATE');
  try {
    const walk = steps();
    let step = walk.next([]);
    while (!step.done) step = walk.next(query(...step.value));
    target.exec('COMMIT');
    return step.value;
  } catch (error) {
    if (target.isTransaction) target.exec('ROLLBACK');
    throw error;
  }
}

/** `$1` is the parameter of the name 1. */
function named(values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(values.map((value, index) => [index + 1, value]));
}

function openFile(file: string, schema: Schema): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  // Names and addresses of visitors are private; -wal and -shm take the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    database.exec('PRAGMA journal_mode = WAL');
    // FULL syncs the log at every commit: with NORMAL a power cut takes acknowledged messages.
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    const query = (statement: string, values: readonly Value[] = []) =>
      database.prepare(statement).all(named(values)) as Row[];
    transactOn(database, () => createTables(schema, false), query);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
