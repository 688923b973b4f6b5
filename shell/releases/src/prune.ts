import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fallbackDepth, whenLeft } from './left-live.ts';
import { readPointer, writePointer } from './live-pointer.ts';
import { removePages } from './prerendered-pages.ts';
import type { Release } from './release.ts';
import { listNames, listReleases, makeStagingFolder, releaseFolder, type Store } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/**
 * The releases that no live pointer, no fallback and no recent page can need: not in use, and for
 * longer than so many days not given to any new page (a preview: not made).
 */
export async function findPrunable(store: Store, days: number, now: Date): Promise<Release[]> {
  const prunable: Release[] = [];
  for (const name of await listNames(store)) {
    const used = (await readPointer(store, name)).slice(0, fallbackDepth);
    for (const release of await listReleases(store, name)) {
      const since = (await whenLeft(store, release)) ?? new Date(release.createdAt);
      const isOld = now.getTime() - since.getTime() > days * 86_400_000;
      if (isOld && !used.includes(release.id)) prunable.push(release);
    }
  }
  return prunable;
}

/** What deploys that were killed left behind; a build takes seconds, so a day is long. */
export async function clearStaging(store: Store, now: Date): Promise<void> {
  const staging = path.join(store.folder, '.staging');
  for (const entry of await readdir(staging).catch(() => [])) {
    const folder = path.join(staging, entry);
    // A deploy that ends meanwhile takes its own along.
    const found = await stat(folder).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > 86_400_000)
      await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes releases: first from the pointer, so that nothing can fall back to them, then the folder by
 * one rename, so that none is ever there by half.
 */
export async function prune(store: Store, releases: readonly Release[]): Promise<void> {
  for (const { name, id } of releases) {
    await withStoreLock(store, async () => {
      const ids = await readPointer(store, name);
      if (ids.indexOf(id) >= fallbackDepth) {
        await writePointer(
          store,
          name,
          ids.filter((other) => other !== id),
        );
      } else if (ids.includes(id)) return;
      const trash = await makeStagingFolder(store);
      await rename(releaseFolder(store, name, id), path.join(trash, id));
      await rm(trash, { recursive: true, force: true });
      await removePages(store, { name, id });
    });
  }
}
