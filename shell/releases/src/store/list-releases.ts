import { opendir } from 'node:fs/promises';
import { isMissing } from '../folder/missing.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { readDescription } from '../release/read-release.ts';
import { type Release, releaseId } from '../release/release.ts';
import type { ListedRelease } from './remote-store.ts';
import { type Store, sectionFolder } from './store.ts';

export type { ListedRelease };

/** What looks like a release and is none. */
export interface BrokenRelease {
  name: string;
  id: string;
  reason: string;
}

/** More than a year of deploys; whoever lays more is asked to prune. */
const mostListed = 20_000;

/** How many are read at a time: files that are open at once are few. */
const atOnce = 32;

/**
 * Every release of a name, newest first, and what only looks like one. A folder that cannot be listed
 * has none, and the fault says why.
 */
export async function inspectReleases(
  store: Store,
  name: string,
): Promise<{ releases: ListedRelease[]; broken: BrokenRelease[]; fault?: string | undefined }> {
  if (store.shared)
    return { releases: await store.shared.list(name), broken: [], fault: undefined };
  const releases: ListedRelease[] = [];
  const broken: BrokenRelease[] = [];
  const { ids, fault } = await listIds(sectionFolder(store, name));
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    await Promise.all(
      some.map(async (id) => {
        try {
          releases.push(listed(await readDescription(store, name, id)));
        } catch (error) {
          if (!(error instanceof BrokenFileError)) throw error;
          broken.push({ name, id, reason: error.message });
        }
      }),
    );
  }
  releases.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  broken.sort((a, b) => a.id.localeCompare(b.id));
  return { releases, broken, fault };
}

/** Every release of a name, newest first. */
export async function listReleases(store: Store, name: string): Promise<ListedRelease[]> {
  return (await inspectReleases(store, name)).releases;
}

function listed({ name, id, createdAt, commit, files }: Release): ListedRelease {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  return { name, id, createdAt, commit, bytes };
}

async function listIds(folder: string): Promise<{ ids: string[]; fault?: string }> {
  const ids: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (releaseId.safeParse(name).success) ids.push(name);
      if (ids.length === mostListed) break;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isMissing(error)) return { ids };
    // Whoever owns the folder may have shut everybody else out.
    if (code === 'EACCES' || code === 'ENOTDIR' || code === 'ELOOP')
      return { ids, fault: `its folder cannot be listed (${code})` };
    throw error;
  }
  return { ids };
}
