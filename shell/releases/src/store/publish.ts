import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import { fsync, removeTree, writeDurably } from '../folder/files.ts';
import { faultsOfFiles } from '../live/live-release.ts';
import { readRelease } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import { makeBeside, releaseFolder, type Store, workInside } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/**
 * The folder appears whole, by one rename; the same content deployed again is the same release.
 * @param look is shown the store under its lock, and throws when the release must not come into it
 * @returns the release as it is in the store.
 */
export async function publish(
  store: Store,
  release: Release,
  staging: string,
  look: (locked: Store) => Promise<void> = async () => {},
): Promise<Release> {
  const { name, id } = release;
  await writeDurably(path.join(staging, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  await fsync(staging);
  const published = await withStoreLock(store, name, async (locked) => {
    await look(locked);
    if (locked.remote) return locked.remote.publish(release, staging);
    const known = await readRelease(store, name, id);
    // Its description may be whole while files are missing.
    if (known && (await faultsOfFiles(store, known)).length === 0) return known;
    const folder = releaseFolder(store, name, id);
    // One that is broken in the store is replaced.
    await removeTree(folder);
    await putInPlace(store, name, staging, folder);
    await fsync(path.dirname(folder));
    return release;
  });
  await store.remote?.fetch(release);
  return published;
}

/** By one rename; that cannot lead to another disk, where the section's folder may be. */
async function putInPlace(store: Store, name: string, staging: string, folder: string) {
  try {
    await rename(staging, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const beside = await makeBeside(store, name);
    try {
      await workInside(beside, (inside) => cp(staging, `${inside}/.`, { recursive: true }));
      await rename(beside, folder);
    } finally {
      await removeTree(beside);
    }
  }
}
