import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from './store.ts';

/**
 * Lets one process at a time change pointers. The lock is SQLite's: the operating system frees it
 * when its holder is killed, so there is no stale lock file to clean up.
 */
export async function withStoreLock<Result>(
  store: Store,
  change: () => Promise<Result>,
): Promise<Result> {
  await mkdir(store.folder, { recursive: true });
  const database = new DatabaseSync(path.join(store.folder, '.lock'), { timeout: 30_000 });
  try {
    database.exec('BEGIN IMMEDIATE');
    return await change();
  } finally {
    database.close();
  }
}
