import { closeSync, constants, openSync } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTree } from '../folder/remove-tree.ts';
import { refuse } from '../release/errors.ts';
import type { Shared } from './remote-store.ts';
import { type Store, sectionFolder, shareLike } from './store.ts';

const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Lets one process at a time change the releases of a name. The lock lies in the section's own
 * folder: whoever may deploy a section needs no other right, and can keep nobody else waiting. It is
 * SQLite's: the operating system frees it when its holder is killed, so there is no stale lock file.
 * @throws ReleaseRefusedError when the folder may not be written, or somebody keeps the lock.
 */
export async function withStoreLock<Result>(
  store: Store,
  name: string,
  change: (locked: Store) => Promise<Result>,
): Promise<Result> {
  const { shared } = store;
  if (shared) return changeTogether(store, shared, name, change);
  const folder = sectionFolder(store, name);
  const database = await openLock(folder, name);
  try {
    return await change(store);
  } finally {
    database.close();
  }
}

/** Changed is what all machines share; this one's copy is as new as that before and after. */
async function changeTogether<Result>(
  store: Store,
  shared: Shared,
  name: string,
  change: (locked: Store) => Promise<Result>,
): Promise<Result> {
  const result = await shared.inTurn(name, async (inside) => {
    await shared.pull(name);
    return change({ ...store, shared: inside });
  });
  // It counts already; a copy that cannot follow now does so when it can.
  await shared.pull(name).catch(() => {});
  return result;
}

async function openLock(folder: string, name: string): Promise<DatabaseSync> {
  try {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, '.lock');
    await prepareLock(folder, file);
    try {
      return await takeLock(file);
    } catch (error) {
      // Whatever was put in the lock's place is none: nobody can hold it.
      if (!isNoDatabase(error)) throw error;
      await rm(file, { force: true });
      await prepareLock(folder, file);
      return takeLock(file);
    }
  } catch (error) {
    const { code, errcode } = error as { code?: string; errcode?: number };
    if (errcode === sqlite.busy) throw refuse.locked(name);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || errcode === sqlite.readOnly)
      throw refuse.noRight(name, folder);
    throw error;
  }
}

/** An empty regular file that this process may write: a link, a FIFO or a folder goes. */
async function prepareLock(folder: string, file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found && !found.isFile()) await removeTree(file);
  closeSync(openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644));
  if (!found?.isFile()) await shareLike(folder, file);
}

/** How long to wait for somebody else, and how often to ask. */
const patienceMs = 30_000;
const askAgainMs = 50;

/** Waits between its tries: SQLite's own waiting would keep all of the server's visitors waiting. */
async function takeLock(file: string): Promise<DatabaseSync> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return tryLock(file);
    } catch (error) {
      const isHeld = (error as { errcode?: number }).errcode === sqlite.busy;
      if (!isHeld || Date.now() > end) throw error;
      await sleep(askAgainMs);
    }
  }
}

function tryLock(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // No journal: nothing is ever written. The version is: otherwise a process that can only read would get the lock.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE; PRAGMA user_version = 1');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The result codes of SQLite that mean something here. */
const sqlite = { busy: 5, readOnly: 8, corrupt: 11, noDatabase: 26 } as const;

function isNoDatabase(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === sqlite.noDatabase || errcode === sqlite.corrupt;
}
