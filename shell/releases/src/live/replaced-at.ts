import { lstat, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { makeInside, type Store, sectionFolder, workInside } from '../store/store.ts';

const noted = '.left';

/**
 * Notes that releases are no longer given to new pages. Pages opened before may have them for as
 * long as they stay open, so this is the moment from which their age counts.
 */
export async function noteReplaced(
  store: Store,
  name: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const folder = await makeInside(store, name, noted);
  await workInside(folder, async (inside) => {
    for (const id of ids) await writeNew(path.join(inside, id));
  });
}

/**
 * Removed first, since it may be a link. Never a folder: the ids are those of the pointer, and the
 * folder of the notes may have become a link to other releases.
 */
async function writeNew(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
    await writeFile(file, '', { flag: 'wx' });
  } catch {
    // Only the age of a release is unknown then.
  }
}

/** Says since when a release is not given to new pages, for one that comes from another store. */
export async function noteReplacedAt(
  store: Store,
  { name, id }: ReleaseRef,
  at: Date,
): Promise<void> {
  if (store.remote) return store.remote.leave({ name, id }, at);
  await noteReplaced(store, name, [id]);
  await utimes(path.join(sectionFolder(store, name), noted, id), at, at);
}

/** Tells of the releases of a name when they were last given to a new page, if they ever were. */
export async function readReplaced(
  store: Store,
  name: string,
): Promise<(id: string) => Promise<Date | undefined>> {
  const known = await store.remote?.left(name);
  if (known) return async (id) => known.get(id);
  return async (id) => {
    const file = path.join(sectionFolder(store, name), noted, id);
    const found = await lstat(file).catch(() => undefined);
    return found?.isFile() ? found.mtime : undefined;
  };
}
