import { lstat, lutimes, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { z } from 'zod';
import { replaceFile } from '../folder/files.ts';
import { BrokenFileError, readInside } from '../folder/read-inside.ts';
import { releaseId } from '../release/release.ts';
import { makeInside, type Store, sectionFolder, workInside } from '../store/store.ts';

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

/** The file that says what is live. */
export function pointerFile(store: Store, name: string): string {
  return path.join(sectionFolder(store, name), 'live.json');
}

/**
 * The ids of a name, the live one first, then those to fall back to; empty when nothing is live.
 * @throws BrokenFileError when it cannot be read or is no list of ids.
 */
export async function readPointer(store: Store, name: string): Promise<string[]> {
  try {
    return await readIds(store, name, 'live.json');
  } catch (error) {
    if (error instanceof BrokenFileError && error.isMissing) return [];
    throw error;
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

/** A list of ids in a section's folder. @throws BrokenFileError */
async function readIds(store: Store, name: string, file: string): Promise<string[]> {
  const text = await readInside(sectionFolder(store, name), file, mostPointerBytes);
  const ids = idsIn(text.toString('utf8'));
  if (!ids) throw new BrokenFileError(`${file} is no list of ids of releases`);
  return ids;
}

/** The ids that a text lists; nothing when it is broken. */
export function idsIn(text: string): string[] | undefined {
  try {
    return pointerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Replaces the pointer in one step: a reader sees the list from before or the new one, also after a
 * power cut. An empty list takes the name out of what is live.
 */
export async function writePointer(
  store: Store,
  name: string,
  ids: readonly string[],
): Promise<void> {
  const list = pointerSchema.parse(ids).slice(0, longest);
  if (store.remote) return store.remote.point(name, list);
  const before = (await readPointer(store, name).catch(() => [])).slice(0, fallbackDepth);
  await writeText(pointerFile(store, name), listed(list));
  const given = list.slice(0, fallbackDepth);
  for (const id of before.filter((id) => !given.includes(id)))
    await noteLeft(store, { name, id }, new Date());
}

/** The ids that were live and before it when a section was retired; none when they are not known. */
export async function readRetired(store: Store, name: string): Promise<string[]> {
  try {
    return await readIds(store, name, 'retired.json');
  } catch (error) {
    if (error instanceof BrokenFileError) return [];
    throw error;
  }
}

/** Remembers them. */
export async function rememberRetired(
  store: Store,
  name: string,
  ids: readonly string[],
): Promise<void> {
  if (store.remote) return store.remote.retire(name, ids);
  await writeText(path.join(sectionFolder(store, name), 'retired.json'), listed(ids));
}

const leftFolder = '.left';

/**
 * Notes since when a release is not given to new pages. Pages opened before may have it for as long as
 * they stay open, so its age counts from this moment.
 */
export async function noteLeft(store: Store, { name, id }: ReleaseRef, at: Date): Promise<void> {
  if (store.remote) return store.remote.leave({ name, id }, at);
  const folder = await makeInside(store, name, leftFolder);
  await workInside(folder, async (inside) => {
    const file = path.join(inside, releaseId.parse(id));
    try {
      // It may be a link. A folder is never removed: this one may be a link to other releases.
      await rm(file, { force: true });
      await writeFile(file, '', { flag: 'wx' });
      await lutimes(file, at, at);
    } catch {
      // Only the age of a release is unknown then.
    }
  });
}

/** When these releases of a name were last given to a new page, by id; a preview never was. */
export async function readLeft(
  store: Store,
  name: string,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  if (store.remote) return store.remote.left(name);
  const left = new Map<string, Date>();
  for (const id of ids) {
    const file = path.join(sectionFolder(store, name), leftFolder, id);
    const found = await lstat(file).catch(() => undefined);
    if (found?.isFile()) left.set(id, found.mtime);
  }
  return left;
}

/** The ids that were live when the pointer could last be read; none when it never could. */
export async function recallPointer(store: Store, name: string): Promise<string[]> {
  return idsIn(await readOwn(backupFile(store, name))) ?? [];
}

/**
 * Remembers them in the server's own folder: if a section's folder breaks, its last good releases are
 * known after a restart, too. A store that is read-only is served without it.
 */
export async function rememberPointer(
  store: Store,
  name: string,
  ids: readonly string[],
): Promise<void> {
  const [file, list] = [backupFile(store, name), listed(ids)];
  if ((await readOwn(file)) !== list) await writeText(file, list).catch(() => {});
}

function backupFile({ folder }: Store, name: string): string {
  return path.join(folder, '.live', `${name}.json`);
}

/** The hash of the sources that were last released from a checkout, if any. */
export async function readBuilt(store: Store, name: string): Promise<string | undefined> {
  if (store.remote) return store.remote.builtFrom(name);
  return (await readOwn(builtFile(store, name))) || undefined;
}

/** Remembers it, so that the next start builds only what changed. */
export async function rememberBuilt(store: Store, name: string, hash: string): Promise<void> {
  if (store.remote) return store.remote.rememberBuilt(name, hash);
  await writeText(builtFile(store, name), hash);
}

function builtFile({ folder }: Store, name: string): string {
  return path.join(folder, '.built', name);
}

function listed(ids: readonly string[]): string {
  return `${JSON.stringify(ids)}\n`;
}

function readOwn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, text);
}
