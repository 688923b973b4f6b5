import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type pg from 'pg';

/** The cells of a row, of the types that both databases have, by column. */
export type Row = Record<string, string | number | null | Uint8Array>;

/** What runs statements, the same ones on SQLite and PostgreSQL: a database, or a transaction of it. */
export interface Statements {
  /**
   * Runs one statement. Its writes are on disk when it, or its transaction, resolves.
   * @param isLarge it may take a minute instead of 3 s, as over a slow connection to PostgreSQL
   * @throws DatabaseError
   */
  run<Result extends Row>(
    statement: string,
    values?: readonly Row[string][],
    isLarge?: boolean,
  ): Promise<Result[]>;
}

export interface Database extends Statements {
  /**
   * Runs a transaction on a connection of its own. All processes and machines have one writer at a time, so the work
   * must write by `tx` alone.
   * @throws DatabaseError, and errors of the work; nothing has changed then
   */
  transact<Result>(work: (tx: Statements) => Promise<Result>): Promise<Result>;
  /** Milliseconds since 1970, by a clock that all processes share. */
  now(): Promise<number>;
  /** Takes deleted rows off the disk, which SQLite keeps in its log file; PostgreSQL manages its own. */
  truncateLog(): Promise<unknown>;
  close(): Promise<void>;
}

export interface Schema {
  /** The name of the file, and of the row in `schema_version`. */
  name: string;
  /** Raise it whenever a table changes; a database of another version is upgraded or refused. */
  version: number;
  tables: readonly string[];
  /** Brings the tables of an earlier version to this one. */
  upgrades?: Readonly<Record<number, (tx: Statements) => Promise<void>>>;
}

/** A database cannot run a statement; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The database of several machines is unreachable or does not work; pages are served meanwhile. */
export class DatabaseAwayError extends DatabaseError {
  override name = 'DatabaseAwayError';
}

/** The database of DATABASE_URL, or the file `<name>.sqlite` in DATA_DIR. The first statement opens it. */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string | undefined },
  schema: Schema,
): Promise<Database> {
  const driver = DATABASE_URL
    ? await openPostgres(DATABASE_URL)
    : openSqlite(path.join(DATA_DIR, `${schema.name}.sqlite`));
  // Those that wait for the lock would take all connections, of which the one that has it may need another.
  const oneWriter = pLimit(1);
  let tables: Promise<void> | undefined;

  async function transactNow<Result>(work: (tx: Statements) => Promise<Result>): Promise<Result> {
    using own = await driver.connect();
    await own.run(driver.begin);
    const result = await work(own);
    await own.run('COMMIT');
    return result;
  }

  /** After a failure the next statement tries again. */
  const prepare = () =>
    (tables ??= transactNow((tx) => createTables(tx, schema)).catch((error) => {
      tables = undefined;
      throw error;
    }));

  return {
    ...driver,
    run: (...statement) => prepare().then(() => driver.run(...statement)),
    transact: (work) => prepare().then(() => oneWriter(() => transactNow(work))),
  };
}

async function createTables(tx: Statements, { name, version, ...schema }: Schema): Promise<void> {
  await tx.run(
    'CREATE TABLE IF NOT EXISTS schema_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL)',
  );
  const [found] = await tx.run('SELECT version FROM schema_version WHERE name = $1', [name]);
  if (found?.version === version) return;
  const upgrade = schema.upgrades?.[Number(found?.version)];
  if (found && !upgrade)
    throw new DatabaseError(
      `The database "${name}" was made by another version of this software (its tables are ${found.version}, here they are ${version}), and nothing of it has changed. Run that version, or name an empty place in DATABASE_URL or DATA_DIR.`,
    );
  await upgrade?.(tx);
  if (!found) for (const statement of schema.tables) await tx.run(statement);
  await tx.run('DELETE FROM schema_version WHERE name = $1', [name]);
  await tx.run('INSERT INTO schema_version (name, version) VALUES ($1, $2)', [name, version]);
}

/** A visitor waits: if the database hangs, there has to be time to send the mail directly. */
const usualMs = 3000;
const longestMs = 60_000;

/** Opens one database for all machines. A single machine does not load its client. */
async function openPostgres(url: string): Promise<ReturnType<typeof openSqlite>> {
  const { Pool, types } = (await import('pg')).default;
  // BIGINT as numbers, which are exact for milliseconds until the year 287396.
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 2000,
    statement_timeout: longestMs,
    lock_timeout: usualMs,
    idle_in_transaction_session_timeout: 45_000,
    application_name: 'portfolio',
    // With `off` as its default a database would acknowledge writes that a power cut loses.
    options: '-c synchronous_commit=on',
  });
  // Statements report the errors, but without listeners these events end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});

  const runOn = (client: Pick<pg.ClientBase, 'query'>, defaultMs: number): Statements['run'] =>
    async function run<Result extends Row>(text: string, values = [], isLarge = false) {
      const query_timeout = isLarge ? longestMs : defaultMs;
      const query = { text, values: [...values], query_timeout };
      return (await client.query<Result>(query).catch(explainPostgres)).rows;
    };
  const run = runOn(pool, usualMs);
  const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

  return {
    run,
    // All machines have one writer at a time; a lost connection releases its lock.
    begin: "BEGIN; SET LOCAL lock_timeout = '30s'; SELECT pg_advisory_xact_lock(5037)",
    async connect() {
      const client = await pool.connect().catch(explainPostgres);
      return { run: runOn(client, longestMs), [Symbol.dispose]: () => client.release(true) };
    },
    now: async () => (await run<{ now: number }>(clock))[0]?.now ?? Date.now(),
    truncateLog: async () => [],
    close: async () => (pool.ending ? undefined : pool.end()),
  };
}

/** Words errors of PostgreSQL and of the way to it, but not those of a wrong statement or value. */
function explainPostgres(error: unknown): never {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/^(22|23|42)\w{3}$/.test(code)) throw error;
  // Node.js reports only a code for a name with several addresses.
  const reason = message.split('\n')[0] || code || 'no answer';
  throw new DatabaseAwayError(
    `The database cannot be asked (${reason}). Pages are served meanwhile. A change may have counted: look at \`npx portfolio releases\` before you try again. If it stays so, look at DATABASE_URL and at the log of PostgreSQL.`,
  );
}

const [busy, full] = [5, 13];
/** Read-only, read or written badly, corrupt, full, cannot be opened, no database. */
const unusable = [8, 10, 11, full, 14, 26];

/** The primary code of an error of SQLite, which is the lower byte: https://sqlite.org/rescode.html */
const codeOf = (error: unknown) => Number((error as { errcode?: number })?.errcode) & 0xff;

/**
 * Opens a file for all processes of this machine. Statements wait for the lock between turns of the event loop, as
 * SQLite itself would block it.
 */
function openSqlite(file: string) {
  /** The connection of single statements. */
  let shared: DatabaseSync | undefined;

  /** Waits 5 s at most for the lock of another connection. */
  async function whenFree<Result>(
    work: () => Result,
    deadline = performance.now() + 5000,
  ): Promise<Result> {
    try {
      return work();
    } catch (error) {
      const isLate = performance.now() > deadline;
      if (codeOf(error) !== busy || isLate) throw explainSqlite(error, file);
      await sleep(10 * (0.5 + Math.random()));
      return whenFree(work, deadline);
    }
  }

  const runOn =
    (open: () => DatabaseSync): Statements['run'] =>
    <Result extends Row>(statement: string, values = []) =>
      whenFree(() => {
        // SQLite names the parameter `$1` 1.
        const named = Object.fromEntries(values.map((value, at) => [at + 1, value]));
        return open().prepare(statement).all(named) as Result[];
      });

  const run = runOn(() => (shared ??= openFile(file)));

  return {
    run,
    /** Begins a transaction once no other process or machine writes. */
    begin: 'BEGIN IMMEDIATE',
    /** Opens a connection for a transaction, which is rolled back if it is disposed of before its end. */
    async connect() {
      const own = await whenFree(() => openFile(file));
      return { run: runOn(() => own), [Symbol.dispose]: () => own.close() };
    },
    now: async () => Date.now(),
    truncateLog: () => run('PRAGMA wal_checkpoint(TRUNCATE)'),
    // Allows a second call.
    close: async () => shared?.[Symbol.dispose](),
  };
}

function openFile(file: string): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  // The file has private data of visitors; -wal and -shm get the same mode.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // With NORMAL a power cut would lose acknowledged messages; FULL syncs the log at every commit.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    // The log would stay as large as the largest archive.
    database.exec('PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 1000000');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Words errors of SQLite and of its folder; returns others unchanged. */
function explainSqlite(error: unknown, file: string): unknown {
  const { message, syscall } = error as NodeJS.ErrnoException;
  const isHeld = codeOf(error) === busy;
  const isUnusable = syscall !== undefined || unusable.includes(codeOf(error));
  if (!isHeld && !isUnusable) return error;
  const sentence = isHeld
    ? `Another process holds the lock of this site's database, so nothing has changed. Wait until it has finished, and try again; \`fuser -v ${file}\` names it.`
    : `${file} cannot be read or written (${message}), so nothing has changed. Make room if its disk is full, and let the user that runs this write into its folder. If the file is damaged, stop the site and put last night's copy in its place (api/ops/backup.sh says how). Without a copy, move it away: \`npm start\` makes a new one, without what was in it.`;
  return new DatabaseError(sentence, { cause: error });
}

/** Whether a disk is full, by an error of SQLite or of a file, or by its cause. */
export function isFullDisk(error: unknown): boolean {
  const all = [error, (error as Error | undefined)?.cause] as NodeJS.ErrnoException[];
  return all.some((each) => codeOf(each) === full || /^(ENOSPC|EDQUOT)$/.test(each?.code ?? ''));
}
