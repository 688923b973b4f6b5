import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Store } from '../store/store.ts';

/** Whoever began to look and has not said within this time what came of it was killed. */
const patienceMs = 10 * 60_000;

/**
 * A release is looked at once, however many say that it fails, and by one process.
 * @returns whether it is the caller's turn: nobody has looked at it before
 */
export async function beginLook(store: Store, ref: ReleaseRef): Promise<boolean> {
  if (store.shared) return store.shared.beginLook(ref, patienceMs);
  const file = lookFile(store, ref);
  await mkdir(path.dirname(file), { recursive: true });
  const found = await stat(file).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > patienceMs) await rm(file, { force: true });
  return writeFile(file, '', { flag: 'wx' }).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** Nothing came of it: whoever is told next may look. */
export async function giveUpLook(store: Store, ref: ReleaseRef): Promise<void> {
  if (store.shared) return store.shared.giveUpLook(ref);
  await rm(lookFile(store, ref), { force: true });
}

/** Says what came of a look; also of a release that shall not be looked at. */
export async function endLook(store: Store, ref: ReleaseRef, what: string): Promise<void> {
  if (store.shared) return store.shared.endLook(ref, what);
  const file = lookFile(store, ref);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${new Date().toISOString()} ${what}\n`);
}

function lookFile(store: Store, { name, id }: ReleaseRef): string {
  return path.join(store.folder, '.looked-at', `${name}@${id}`);
}
