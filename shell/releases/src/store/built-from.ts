import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../folder/missing.ts';
import type { Store } from './store.ts';

/** The hash of the sources that were last released from a checkout, if any. */
export async function readBuilt(store: Store, name: string): Promise<string | undefined> {
  if (store.remote) return store.remote.builtFrom(name);
  try {
    return await readFile(builtFile(store, name), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Remembers it, so that the next start builds only what changed. */
export async function rememberBuilt(store: Store, name: string, hash: string): Promise<void> {
  if (store.remote) return store.remote.rememberBuilt(name, hash);
  await mkdir(path.dirname(builtFile(store, name)), { recursive: true });
  await writeFile(builtFile(store, name), hash);
}

function builtFile(store: Store, name: string): string {
  return path.join(store.folder, '.built', name);
}
