import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, DatabaseError, type Driver, type Row, type Statements } from './database.ts';

/** How long a statement waits for the lock of another connection. */
const longestWaitMs = 5000;
const pauseMs = 10;

const busy = 5;
/** Read-only, read or written badly, corrupt, full, cannot be opened, no database. */
const unusable = [8, 10, 11, 13, 14, 26];

/**
 * Opens a file for all processes of this machine. Statements wait for the lock between turns of the event loop, as
 * SQLite itself would block it.
 */
export function openSqlite(file: string): Driver {
  /** The connection of single statements. */
  let shared: DatabaseSync | undefined;

  async function whenFree<Result>(work: () => Result): Promise<Result> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        const isLate = performance.now() > deadline;
        if (codeOf(error) !== busy || isLate) throw explain(error, file);
        await sleep(pauseMs * (0.5 + Math.random()));
      }
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
    begin: 'BEGIN IMMEDIATE',
    async connect() {
      const own = await whenFree(() => openFile(file));
      return { run: runOn(() => own), close: () => own.close() };
    },
    now: async () => Date.now(),
    async truncateLog() {
      await run('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      if (shared?.isOpen) shared.close();
    },
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
function explain(error: unknown, file: string): unknown {
  const { message, syscall } = error as NodeJS.ErrnoException;
  const isHeld = codeOf(error) === busy;
  const isUnusable = syscall !== undefined || unusable.includes(codeOf(error));
  if (!isHeld && !isUnusable) return error;
  const sentence = isHeld
    ? `Another process holds the lock of this site's database, so nothing has changed. Wait until it has finished, and try again; \`fuser -v ${file}\` names it.`
    : `${file} cannot be read or written (${message}), so nothing has changed. Make room if its disk is full, and let the user that runs this write into its folder. If the file is damaged, stop the site and put last night's copy in its place (api/ops/backup.sh says how). Without a copy, move it away: \`npm start\` makes a new one, without what was in it.`;
  return new DatabaseError(sentence, { cause: error });
}
