import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract';
import type { Store } from './store.ts';

/** How many of a name a page can get: the live one and the one it falls back to. */
export const fallbackDepth = 2;

/**
 * Notes that releases are no longer given to new pages. Pages opened before may have them for as
 * long as they stay open, so this is the moment from which their age counts.
 */
export async function noteLeft(store: Store, name: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const file = leftFile(store, { name, id });
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
}

/** When a release was last given to a new page, if it ever was. */
export async function whenLeft(store: Store, ref: ReleaseRef): Promise<Date | undefined> {
  const file = await stat(leftFile(store, ref)).catch(() => undefined);
  return file?.mtime;
}

function leftFile(store: Store, { name, id }: ReleaseRef): string {
  return path.join(store.folder, '.left', `${name}@${id}`);
}
