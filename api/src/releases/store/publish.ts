import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { makeLast, writeLasting } from './lasting.ts';
import { readPointer, writePointer } from './live-pointer.ts';
import type { Release } from './release.ts';
import { readRelease, releaseFolder, type Store } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/** The folder appears whole, by one rename; the same content deployed again is the same release. */
export async function publish(store: Store, release: Release, staging: string): Promise<void> {
  const { name, id } = release;
  if (await readRelease(store, name, id)) return;
  await writeLasting(path.join(staging, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  await makeLast(staging);
  const folder = releaseFolder(store, name, id);
  await withStoreLock(store, async () => {
    if (await readRelease(store, name, id)) return;
    await mkdir(path.dirname(folder), { recursive: true });
    await rename(staging, folder);
    await makeLast(path.dirname(folder));
  });
}

/** Puts a release first in its name's pointer; the one that was live becomes the one before. */
export async function putLive(store: Store, { name, id }: Release): Promise<void> {
  await withStoreLock(store, async () => {
    const ids = await readPointer(store, name);
    if (ids[0] !== id) await writePointer(store, name, [id, ...ids.filter((old) => old !== id)]);
  });
}
