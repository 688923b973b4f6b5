import { rename } from 'node:fs/promises';
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
import { releaseFolder, type Store } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/**
 * The folder appears whole, by one rename; the same content deployed again is the same release.
 * @returns the release as it is in the store.
 */
export async function publish(store: Store, release: Release, staging: string): Promise<Release> {
  const { name, id } = release;
  if (store.remote) return publishTogether(store, release, staging);
  await writeDurably(path.join(staging, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  await fsync(staging);
  const folder = releaseFolder(store, name, id);
  return withStoreLock(store, name, async () => {
    const known = await readRelease(store, name, id);
    // Its description may be whole while files are missing.
    if (known && (await faultsOfFiles(store, known)).length === 0) return known;
    // One that is broken in the store is replaced.
    await removeTree(folder);
    await rename(staging, folder);
    await fsync(path.dirname(folder));
    return release;
  });
}

/** It is there for all machines, and in this one's copy. */
async function publishTogether(store: Store, release: Release, staging: string): Promise<Release> {
  const published = await withStoreLock(store, release.name, async ({ remote }) =>
    remote?.publish(release, staging),
  );
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
