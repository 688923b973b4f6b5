import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** What a cell holds, in both databases. */
export type Value = string | number | null;
/** A row by the names of its columns. */
export type Row = Record<string, Value>;

/** Where rows are kept: the very same statements run on node:sqlite and on PostgreSQL. */
export type Database = {
  /** When it resolves, what it wrote is on disk; when it rejects, the next call tries again. */
  run<Result extends Row>(statement: string, values?: readonly Value[]): Promise<Result[]>;
  /** Milliseconds since 1970 by the one clock that all processes of the store have. */
  now(): Promise<number>;
  /** The same number as long as no other process has written; for PostgreSQL for a second. */
  stamp(): number;
  close(): Promise<void>;
};

type Job = {
  statement: string;
  values: readonly Value[];
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
};

/** Of statements in one commit, so that many messages do not delay other requests. */
const largestGroup = 500;

// https://sqlite.org/rescode.html
const sqliteBusy = 5;
const sqliteFull = 13;

/** The tables of a database. */
export interface Schema {
  name: string;
  /** To PostgreSQL. */
  connections: number;
  /** Applied in order, each once. A released migration is never changed; new ones are appended. */
  migrations: readonly (readonly string[])[];
  /** Reads what the versions before the first migration kept elsewhere. */
  takeOver?: (before: Before) => Migration;
  /** Removes it from its place, once the database has it on the disk. */
  putAside?: (dataDir: string) => void;
}

/** Where the state of a version before the first migration is: in a folder, or in the database. */
export type Before = { dataDir: string } | 'tables';

/** Statements one after the other; each is given the rows of the one before. */
export type Migration = Generator<[statement: string, values?: readonly Value[]], void, Row[]>;

/** The statements that bring a database to the version of this code. */
export function* migrate({ name, migrations, takeOver }: Schema, before: Before): Migration {
  yield [
    'CREATE TABLE IF NOT EXISTS schema_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL)',
  ];
  const [found] = yield ['SELECT version FROM schema_version WHERE name = $1', [name]];
  const version = Number(found?.version ?? 0);
  if (version > migrations.length)
    throw new NewerSchemaError(
      `The database is of a newer version (${name} ${version}, here ${migrations.length}). Bring this machine to the version of the others.`,
    );
  if (version === migrations.length) return;
  for (const statement of migrations.slice(version).flat()) yield [statement];
  if (version === 0 && takeOver) yield* takeOver(before);
  yield [
    `INSERT INTO schema_version (name, version) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
    [name, migrations.length],
  ];
}

class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

class DatabaseClosedError extends Error {
  override name = 'DatabaseClosedError';
}

/** One file for all processes of this machine. Statements that arrive together share one sync. */
export function openSqlite(dataDir: string, schema: Schema): Database {
  const prepared = new Map<string, StatementSync>();
  let database: DatabaseSync | undefined;
  let closed = false;
  const queue: Job[] = [];

  /** Opened on first use, so that a folder that is not there yet is no reason not to start. */
  function open(): DatabaseSync {
    if (closed) throw new DatabaseClosedError(`The ${schema.name} is closed.`);
    database ??= openFile(dataDir, schema);
    return database;
  }

  /** A full or busy disk passes; after any other fault the file is opened anew. */
  function giveUp(error: unknown) {
    const code = codeOf(error);
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
    return ready.all(named(values)) as Row[];
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
    stamp: () => Number(open().prepare('PRAGMA data_version').get()?.data_version),
    async close() {
      while (queue.length > 0) await new Promise(setImmediate);
      closed = true;
      prepared.clear();
      database?.close();
      database = undefined;
    },
  };
}

const codeOf = (error: unknown) => (error as { errcode?: number }).errcode;

/** `$1` is the parameter of the name 1. */
function named(values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(values.map((value, index) => [index + 1, value]));
}

/**
 * SQLite does not wait where two processes switch a new file to WAL at once: one of them is told
 * at once that it is locked (35 of 80). The switch takes a millisecond and lasts, so it is repeated.
 */
function useWal(database: DatabaseSync): void {
  for (let triesLeft = 100; ; triesLeft--) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (triesLeft === 0 || codeOf(error) !== sqliteBusy) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function openFile(dataDir: string, schema: Schema): DatabaseSync {
  const file = path.join(dataDir, `${schema.name}.sqlite`);
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    // Names and addresses of visitors are private; -wal and -shm take the same mode.
    chmodSync(file, 0o600);
    useWal(database);
    // FULL syncs the log at every commit: with NORMAL a power cut takes acknowledged messages.
    database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    const migration = migrate(schema, { dataDir });
    for (let step = migration.next(); !step.done; ) {
      const [statement, values = []] = step.value;
      step = migration.next(database.prepare(statement).all(named(values)) as Row[]);
    }
    database.exec('COMMIT');
    schema.putAside?.(dataDir);
    return database;
  } catch (error) {
    // What was not committed is rolled back by it.
    database.close();
    throw error;
  }
}
