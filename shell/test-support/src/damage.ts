import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Release, ReleaseRef } from '@portfolio/releases/release/release.ts';
import { changeSite, type Store } from '@portfolio/releases/store/store.ts';

/** The place of a release in the cache, or of a part of it. */
export function cached({ dataDir }: Store, { name, id }: ReleaseRef, ...part: string[]): string {
  return path.join(dataDir, 'cache', name, id, ...part);
}

const ofRelease = 'WHERE name = $1 AND id = $2';

/** Deletes a release for good. */
export async function loseRelease(store: Store, { name, id }: ReleaseRef): Promise<void> {
  await rm(cached(store, { name, id }), { recursive: true, force: true });
  await changeSite(store, async (tx) => {
    for (const table of ['releases', 'archives'])
      await tx.run(`DELETE FROM ${table} ${ofRelease}`, [name, id]);
  });
}

/** Damages a file of a release for good, in the archive as well. */
export async function loseFile(store: Store, release: Release, file: string): Promise<void> {
  const { name, id } = release;
  await rm(cached(store, release), { recursive: true, force: true });
  const select = `SELECT bytes FROM archives ${ofRelease}`;
  const [row] = await store.database.run<{ bytes: Uint8Array }>(select, [name, id]);
  const bytes = Buffer.from(row?.bytes ?? []);
  // The head of an entry has its name, its content follows after 512 bytes.
  const at = bytes.indexOf(`files/${file}\0`) + 512;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const update = `UPDATE archives SET bytes = $3 ${ofRelease}`;
  await store.database.run(update, [name, id, bytes]);
}
