import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** What a cell holds, in both databases. */
export type Value = string | number | null;
/** A row by the names of its columns. */
export type Row = Record<string, Value>;

/**
 * Where rows are kept. Both databases run the very same statements: `$1` placeholders, texts, whole
 * numbers, upserts and `RETURNING` mean the same to node:sqlite and to PostgreSQL.
 */
export type Database = {
  /**
   * Runs one statement; when it resolves, what it wrote is on disk. It rejects when the database
   * cannot be used now; nothing has to be reopened, the next call tries again.
   */
  run<Result extends Row>(statement: string, values?: readonly Value[]): Promise<Result[]>;
  /** Milliseconds since 1970 by the one clock that all processes of the store have. */
  now(): Promise<number>;
  close(): Promise<void>;
};

type Job = {
  statement: string;
  values: readonly Value[];
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
};

/** The bound of one commit, so that many messages do not keep the other requests waiting for long. */
const largestGroup = 500;

// https://sqlite.org/rescode.html
const sqliteBusy = 5;
const sqliteFull = 13;

class DatabaseClosedError extends Error {
  override name = 'DatabaseClosedError';
}

/**
 * One file for all processes of this machine. Statements that arrive together are committed
 * together, one sync for all of them.
 */
export function openSqlite(dataDir: string, tables: readonly string[]): Database {
  const file = path.join(dataDir, 'outbox.sqlite');
  const prepared = new Map<string, StatementSync>();
  let database: DatabaseSync | undefined;
  let closed = false;
  const queue: Job[] = [];

  /** Opened on first use, so that a folder that is not there yet is no reason not to start. */
  function open(): DatabaseSync {
    if (closed) throw new DatabaseClosedError('The outbox is closed.');
    database ??= openFile(file, tables);
    return database;
  }

  /** A full or busy disk passes; after any other fault the file is opened anew. */
  function giveUp(error: unknown) {
    const code = (error as { errcode?: number }).errcode;
    if (code === sqliteFull || code === sqliteBusy) {
      if (database?.isTransaction) database.exec('ROLLBACK');
      return;
    }
    prepared.clear();
    database?.close();
    database = undefined;
  }

  function runOne(target: DatabaseSync, { statement, values }: Job): Row[] {
    const ready = prepared.get(statement) ?? target.prepare(statement);
    prepared.set(statement, ready);
    const named = Object.fromEntries(values.map((value, index) => [index + 1, value]));
    return ready.all(named) as Row[];
  }

  function commitTogether() {
    const group = queue.splice(0, largestGroup);
    if (queue.length > 0) setImmediate(commitTogether);
    const settled: (() => void)[] = [];
    try {
      const target = open();
      target.exec('BEGIN IMMEDIATE');
      for (const job of group) {
        try {
          const rows = runOne(target, job);
          settled.push(() => job.resolve(rows));
        } catch (error) {
          // A fault of one statement leaves the others alone; a full disk ends the transaction.
          if (!target.isTransaction) throw error;
          settled.push(() => job.reject(error));
        }
      }
      target.exec('COMMIT');
      for (const settle of settled) settle();
    } catch (error) {
      for (const job of group) job.reject(error);
      giveUp(error);
    }
  }

  return {
    run: <Result extends Row>(statement: string, values: readonly Value[] = []) =>
      new Promise<Result[]>((resolve, reject) => {
        if (queue.length === 0) setImmediate(commitTogether);
        queue.push({ statement, values, resolve: (rows) => resolve(rows as Result[]), reject });
      }),
    now: async () => Date.now(),
    async close() {
      while (queue.length > 0) await new Promise(setImmediate);
      closed = true;
      prepared.clear();
      database?.close();
      database = undefined;
    },
  };
}

function openFile(file: string, tables: readonly string[]): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    // Names and addresses of visitors are nobody else's business; -wal and -shm take the same mode.
    chmodSync(file, 0o600);
    // FULL syncs the log at every commit: with NORMAL a power cut takes acknowledged messages.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    for (const table of tables) database.exec(table);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
