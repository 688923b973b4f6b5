import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../folder/durable.ts';
import { BrokenFileError, readInside } from '../folder/read-inside.ts';
import { releaseId } from '../release/release.ts';
import { type Store, sectionFolder } from '../store/store.ts';
import { noteReplaced } from './replaced-at.ts';

/**
 * How many ids of a pointer pages can get: the live release and the one they fall back to. The
 * others are its history.
 */
export const fallbackDepth = 2;

const pointerSchema = z.array(releaseId);

/** Older ones are in the store, but in no pointer any more. */
const longest = 4000;
/** Of the text of a pointer, wherever it is kept. */
export const mostPointerBytes = 64 * 1024;

/** The file that says what is live; it is the only one in the store that ever changes. */
export function pointerFile(store: Store, name: string): string {
  return path.join(sectionFolder(store, name), 'live.json');
}

/**
 * The ids of a name, the live one first, then those to fall back to; empty when nothing is live.
 * @throws BrokenFileError when it cannot be read or is no list of ids.
 */
export async function readPointer(store: Store, name: string): Promise<string[]> {
  try {
    const text = await readInside(sectionFolder(store, name), 'live.json', mostPointerBytes);
    return parsePointer(text);
  } catch (error) {
    if (error instanceof BrokenFileError && error.isMissing) return [];
    throw error;
  }
}

/** The ids that a text lists. @throws BrokenFileError */
export function parsePointer(text: Buffer): string[] {
  try {
    return pointerSchema.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw new BrokenFileError('live.json', 'live.json is no list of ids of releases');
  }
}

/** The same without throwing: nothing when the text is broken. */
export function idsIn(text: string): string[] | undefined {
  try {
    return parsePointer(Buffer.from(text));
  } catch {
    return undefined;
  }
}

/**
 * Replaces the pointer in one step: a reader sees the list from before or the new one, also after a
 * power cut. An empty list takes the name out of what is live.
 */
export async function writePointer(store: Store, name: string, ids: string[]): Promise<void> {
  const list = pointerSchema.parse(ids).slice(0, longest);
  if (store.remote) return store.remote.point(name, list);
  const file = pointerFile(store, name);
  const before = (await readPointer(store, name).catch(() => [])).slice(0, fallbackDepth);
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, `${JSON.stringify(list)}\n`);
  const left = before.filter((id) => !ids.slice(0, fallbackDepth).includes(id));
  await noteReplaced(store, name, left);
}

/**
 * A copy of each pointer in the server's own folder: if a section's folder breaks, its last good
 * releases are known after a restart, too.
 */
function backupFile(store: Store, name: string): string {
  return path.join(store.folder, '.live', `${name}.json`);
}

/** Writes that copy. A store that is read-only is served without it. */
export async function rememberPointer(store: Store, name: string, ids: string[]): Promise<void> {
  const file = backupFile(store, name);
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
    return parsePointer(await readFile(backupFile(store, name)));
  } catch {
    return [];
  }
}

/** The ids of a pointer or, if it is broken, those that were live last. */
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
