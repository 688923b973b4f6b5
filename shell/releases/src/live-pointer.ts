import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fsync, writeDurably } from './durable.ts';
import { fallbackDepth, noteLeft } from './left-live.ts';
import { isMissing } from './missing.ts';
import { releaseId, releaseName } from './release.ts';
import type { Store } from './store.ts';

const pointerSchema = z.array(releaseId);

/** The file that says what is live; it is the only one in the store that ever changes. */
export function pointerFile(store: Store, name: string): string {
  return path.join(store.folder, releaseName.parse(name), 'live.json');
}

/** The ids of a name, the live one first, then those to fall back to; empty when nothing is live. */
export async function readPointer(store: Store, name: string): Promise<string[]> {
  try {
    return pointerSchema.parse(JSON.parse(await readFile(pointerFile(store, name), 'utf8')));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Replaces the pointer in one step: whoever reads it sees the list from before or the new one, also
 * after a power cut.
 */
export async function writePointer(store: Store, name: string, ids: string[]): Promise<void> {
  const file = pointerFile(store, name);
  const before = (await readPointer(store, name).catch(() => [])).slice(0, fallbackDepth);
  const list = JSON.stringify(pointerSchema.parse(ids));
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  await writeDurably(temporary, `${list}\n`);
  await rename(temporary, file);
  await fsync(path.dirname(file));
  const left = before.filter((id) => !ids.slice(0, fallbackDepth).includes(id));
  await noteLeft(store, name, left);
}
