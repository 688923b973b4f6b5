import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { BrokenFileError } from '../folder/read-inside.ts';
import { type Store, sectionFolder } from '../store/store.ts';
import type { LiveRelease } from './live-release.ts';
import { pointerFile, readPointer, recallPointer, rememberPointer } from './pointer.ts';
import type { ReleaseCache } from './release-cache.ts';
import { fallbackDepth } from './replaced-at.ts';

/** Something that should be live and cannot be. */
export interface Fault {
  /** Whose: `home`, or `home@0123456789ab`. */
  of: string;
  reason: string;
}

/** What is live of one name. */
export interface LiveName {
  name: string;
  /** The live release and the one to fall back to. */
  releases: readonly LiveRelease[];
  faults: readonly Fault[];
  /** What to look at to see whether a fault was repaired, as paths in the section's folder. */
  watched: readonly string[];
}

/** How far to look for two releases that can be read. */
export const mostTried = 4;

/**
 * Reads what is live of one name. What is broken is passed over for the release before; with a
 * broken pointer, or none where there was one, it is what was live last.
 */
export async function readLiveName(
  store: Store,
  cache: ReleaseCache,
  name: string,
): Promise<LiveName> {
  const { ids, faults } = await readIds(store, name);
  const watched: string[] = [];
  const releases: LiveRelease[] = [];
  for (const [position, id] of ids.slice(0, mostTried).entries()) {
    if (releases.length === fallbackDepth) break;
    try {
      releases.push(await cache.examine({ name, id }));
    } catch (error) {
      const { message, file } = error as BrokenFileError;
      watched.push(id, file);
      if (position < fallbackDepth) faults.push({ of: `${name}@${id}`, reason: message });
    }
  }
  return { name, releases, faults, watched };
}

async function readIds(store: Store, name: string): Promise<{ ids: string[]; faults: Fault[] }> {
  try {
    const ids = await readPointer(store, name);
    const isThere =
      ids.length > 0 || (await lstat(pointerFile(store, name)).catch(() => undefined));
    if (isThere) {
      await rememberPointer(store, name, ids.slice(0, mostTried));
      return { ids, faults: [] };
    }
    const last = await recallPointer(store, name);
    const faults = last.length > 0 ? [{ of: name, reason: 'live.json is missing' }] : [];
    return { ids: last, faults };
  } catch (error) {
    const reason = error instanceof BrokenFileError ? error.message : 'live.json cannot be read';
    return { ids: await recallPointer(store, name), faults: [{ of: name, reason }] };
  }
}

/** Changes whenever one of these files is replaced, repaired or moved. */
export async function stampOf(
  store: Store,
  name: string,
  files: readonly string[],
): Promise<string> {
  const stamps = await Promise.all(
    files.map(async (file) => {
      const found = await lstat(path.join(sectionFolder(store, name), file)).catch(() => undefined);
      return `${found?.ino}:${found?.ctimeMs}:${found?.size}`;
    }),
  );
  return stamps.join(' ');
}
