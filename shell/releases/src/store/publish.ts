import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { fsync, writeDurably } from '../folder/durable.ts';
import { removeTree } from '../folder/remove-tree.ts';
import { type Deed, noteMove } from '../ledger/audit-log.ts';
import { faultsOfFiles } from '../live/live-release.ts';
import { readPointerOrLast, writePointer } from '../live/pointer.ts';
import { refuse } from '../release/errors.ts';
import { readRelease } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import { makeBeside, releaseFolder, type Store, workInside } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/**
 * The folder appears whole, by one rename; the same content deployed again is the same release.
 * @param look is shown the store at the very moment, and throws when it must not come into it
 * @returns the release as it is in the store.
 */
export async function publish(
  store: Store,
  release: Release,
  staging: string,
  look: (locked: Store) => Promise<void> = async () => {},
): Promise<Release> {
  const { name, id } = release;
  if (store.remote) return publishTogether(store, release, staging, look);
  await writeDurably(path.join(staging, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  await fsync(staging);
  const folder = releaseFolder(store, name, id);
  return withStoreLock(store, name, async () => {
    await look(store);
    const known = await readRelease(store, name, id);
    // Its description may be whole while files are missing.
    if (known && (await faultsOfFiles(store, known)).length === 0) return known;
    // One that is broken in the store is replaced.
    await removeTree(folder);
    await putInPlace(store, name, staging, folder);
    await fsync(path.dirname(folder));
    return release;
  });
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

/** It is there for all machines, and in this one's copy. */
async function publishTogether(
  store: Store,
  release: Release,
  staging: string,
  look: (locked: Store) => Promise<void>,
): Promise<Release> {
  const published = await withStoreLock(store, release.name, async (locked) => {
    await look(locked);
    return locked.remote?.publish(release, staging);
  });
  await store.remote?.fetch(release);
  return published ?? release;
}

/**
 * Puts a release first in its name's pointer; the one that was live becomes the one before.
 * @param look is shown what is live at the very moment, and throws when it should not be replaced
 * @param deed who does it, for the log
 * @throws ReleaseRefusedError when it was pruned since it was published.
 */
export async function putLive(
  store: Store,
  { name, id }: ReleaseRef,
  look: (live: string | undefined) => void = () => {},
  deed: Deed = { key: 'owner' },
): Promise<void> {
  const from = await withStoreLock(store, name, async (locked) => {
    if (!(await readRelease(store, name, id))) throw refuse.noRelease(name, id);
    const { ids, fault } = await readPointerOrLast(store, name);
    look(ids[0]);
    if (ids[0] !== id || fault)
      await writePointer(locked, name, [id, ...ids.filter((old) => old !== id)]);
    return ids[0];
  });
  await noteMove(store, { did: 'deploy', section: name, release: id, from, to: id, ...deed });
}
