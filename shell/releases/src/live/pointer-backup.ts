import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../folder/durable.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import type { Store } from '../store/store.ts';
import { parsePointer, readPointer } from './pointer.ts';

/**
 * What the server last read from a pointer, in a folder of the server's own: whatever becomes of a
 * section's folder, its last good releases are known after a restart too.
 */
function lastGoodFile(store: Store, name: string): string {
  return path.join(store.folder, '.live', `${name}.json`);
}

/** Remembers it; a store that cannot be written is served as well. */
export async function rememberPointer(store: Store, name: string, ids: string[]): Promise<void> {
  const file = lastGoodFile(store, name);
  const list = `${JSON.stringify(ids)}\n`;
  try {
    if ((await readFile(file, 'utf8').catch(() => '')) === list) return;
    await mkdir(path.dirname(file), { recursive: true });
    await replaceFile(file, list);
  } catch {
    // The next change is remembered then.
  }
}

/** The ids that were live when the pointer could last be read; none when it never could. */
export async function recallPointer(store: Store, name: string): Promise<string[]> {
  try {
    return parsePointer(await readFile(lastGoodFile(store, name)));
  } catch {
    return [];
  }
}

/** The ids to put something else in front of; of a broken pointer those that were live last. */
export async function readPointerOrLast(
  store: Store,
  name: string,
): Promise<{ ids: string[]; fault?: string }> {
  try {
    return { ids: await readPointer(store, name) };
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return { ids: await recallPointer(store, name), fault: error.message };
  }
}
