import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { openPool } from '@portfolio/releases/database/pool.ts';
import { releaseFolder, type Store } from '@portfolio/releases/store.ts';
import { settingsOf } from './temporary-store.ts';

/** Writes nonsense over a release's description, where the store keeps it. */
export async function breakDescription(store: Store, { name, id }: ReleaseRef): Promise<void> {
  if (store.shared) {
    await change(store, `UPDATE releases SET description = '{' WHERE name = $1 AND id = $2`, [
      name,
      id,
    ]);
    await rm(releaseFolder(store, name, id), { recursive: true });
  } else await writeFile(path.join(releaseFolder(store, name, id), 'release.json'), '{');
}

/** Takes a release out of the store, as no command does. */
export async function loseRelease(store: Store, { name, id }: ReleaseRef): Promise<void> {
  await change(store, 'DELETE FROM releases WHERE name = $1 AND id = $2', [name, id]);
  await rm(releaseFolder(store, name, id), { recursive: true, force: true });
}

/** As if somebody had begun to look at a release at this time. */
export async function beginLookAt(store: Store, { name, id }: ReleaseRef, at: Date): Promise<void> {
  await change(store, 'UPDATE looks SET begun_at = $3 WHERE name = $1 AND id = $2', [name, id, at]);
  if (!store.shared) await utimes(path.join(store.folder, '.looked-at', `${name}@${id}`), at, at);
}

/** In the database of a shared store; a folder has none. */
async function change(store: Store, statement: string, values: readonly unknown[]): Promise<void> {
  const { DATABASE_URL } = settingsOf(store);
  if (!DATABASE_URL) return;
  const pool = openPool(DATABASE_URL, { max: 1 });
  await pool.run(statement, values);
  await pool.end();
}
