import { constants, existsSync } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from '../folder/remove-tree.ts';
import { type NotRemoved, reasonToLeave } from './prune.ts';
import { listNames, type Store, sectionFolder } from './store.ts';

/**
 * Removes what killed deploys left behind; a build takes seconds, so a day is long.
 * @returns what cannot be removed
 */
export async function clearStaging(store: Store, now: Date): Promise<NotRemoved[]> {
  const left: NotRemoved[] = [];
  const places = (await listNames(store)).map((name) => sectionFolder(store, name));
  for (const place of [store.folder, ...places]) {
    const folder = path.join(place, '.staging');
    // Behind a link would be other people's files.
    const handle = await open(folder, asFolder).catch(() => undefined);
    if (!handle) continue;
    const byHandle = `/proc/${process.pid}/fd/${handle.fd}`;
    await clearOld(existsSync(byHandle) ? byHandle : folder, now)
      .catch((error) =>
        left.push({
          of: path.relative(store.folder, folder),
          reason: reasonToLeave(error).replaceAll(byHandle, folder),
        }),
      )
      .finally(() => handle.close());
  }
  return left;
}

const asFolder = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;

/** By its handle where possible, since a link may take the folder's place at any moment. */
async function clearOld(staging: string, now: Date): Promise<void> {
  for (const entry of await readdir(staging).catch(() => [])) {
    const folder = path.join(staging, entry);
    // A deploy that ends meanwhile takes its own along.
    const found = await lstat(folder).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > 86_400_000) await removeTree(folder);
  }
}
