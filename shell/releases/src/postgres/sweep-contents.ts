import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '../store/store.ts';

/** Contents of this machine by their hash; the folders of releases have links to them. */
export const contentsFolder = '.files';

/** One that was fetched a moment ago may wait for its link. */
const youngMs = 60 * 60_000;

/** Removes the contents to which no release of this machine has a link any more. */
export async function sweepContents(copy: Store): Promise<void> {
  const folder = path.join(copy.folder, contentsFolder);
  for (const entry of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, entry);
    const found = await lstat(file).catch(() => undefined);
    if (found && found.nlink === 1 && Date.now() - found.ctimeMs > youngMs)
      await rm(file, { force: true });
  }
}
