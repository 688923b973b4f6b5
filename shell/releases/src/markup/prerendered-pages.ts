import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { replaceFile } from '../folder/durable.ts';
import { BrokenFileError, readInside } from '../folder/read-inside.ts';
import { removeTree } from '../folder/remove-tree.ts';
import type { Release } from '../release/release.ts';
import {
  listNames,
  makeInside,
  releaseFolder,
  type Store,
  sectionFolder,
  workInside,
} from '../store/store.ts';
import { BadPagesError, type PrerenderedPages, parsePages } from './parse-pages.ts';

/**
 * The pages of a release within a layout: the shell and what its navigation says. They fit no other,
 * since the navigation is in them, and classes are named by the order of all modules.
 */
interface Place extends Pick<Release, 'name' | 'id'> {
  /** See `layoutName`; in PostgreSQL the column `frame`. */
  layout: string;
}

/** A shell and its navigation, by a hash each; for a page below the section's own its path with dots. */
export const layoutName = z
  .string()
  .regex(/^[0-9a-f]{12}-[0-9a-f]{12}(?:\.[a-z0-9][a-z0-9.-]{0,99})?$/);

/** Many times what this site's have. */
export const mostPageBytes = 2_000_000;

/**
 * Keeps pages beside their release, all languages by one rename, as the parser writes them. They belong
 * to the section like the release does, and go with it.
 * @throws BadPagesError
 */
export async function keepPages(store: Store, place: Place, pages: PrerenderedPages) {
  const given = Buffer.from(JSON.stringify(Object.fromEntries(pages)));
  const { pages: normal } = await parsePages(given, pagesFile(store, place), place.name);
  const text = JSON.stringify(Object.fromEntries(normal));
  await store.remote?.keepPages(place, text);
  await writePages(store, place, text);
}

/** Writes what another machine has kept; what is wrong with it shows when it is read. */
export async function writePages(store: Store, place: Place, text: string): Promise<void> {
  const made = await makeInside(store, place.name, `${place.id}${ending}`);
  const name = path.basename(pagesFile(store, place));
  await workInside(made, (folder) => replaceFile(path.join(folder, name), text));
}

/**
 * Why files were refused, by their stamp: such a file is parsed again after it has changed, or after
 * this time, since a busy machine may have been why it took too long.
 */
const refusals = new LRUCache<string, string>({ max: 1000, ttl: 600_000 });

/**
 * Reads the pages that were made of a release under a shell; nothing when there are none.
 * @throws BadPagesError when they cannot be used: the section's team may have written them.
 */
export async function readPages(store: Store, place: Place): Promise<PrerenderedPages | undefined> {
  const file = pagesFile(store, place);
  let stamp = '';
  try {
    const text = await readInside(...inStore(store, place), mostPageBytes, (found) => {
      stamp = `${file} ${found}`;
      const known = refusals.get(stamp);
      if (known !== undefined) throw new BadPagesError(file, known);
    });
    return await parseNormal(text, file, place.name);
  } catch (error) {
    if (error instanceof BadPagesError) refusals.set(stamp, error.fault);
    if (!(error instanceof BrokenFileError)) throw error;
    if (error.isMissing) return undefined;
    throw new BadPagesError(file, `cannot be read: ${error.message}`);
  }
}

/** @throws BadPagesError unless a parser wrote them: nothing else is put into a document. */
async function parseNormal(text: Buffer, file: string, section: string) {
  const { pages, isNormal } = await parsePages(text, file, section);
  if (!isNormal) throw new BadPagesError(file, 'is not written as a deploy writes it');
  return pages;
}

/** The same as it lies there. @throws BrokenFileError */
export function readPageFile(store: Store, place: Place): Promise<Buffer> {
  return readInside(...inStore(store, place), mostPageBytes);
}

function inStore(store: Store, place: Place) {
  const file = `${place.id}${ending}/${layoutName.parse(place.layout)}.json`;
  return [sectionFolder(store, place.name), file] as const;
}

/** The files of the pages that were made of a release, by their layout. */
export async function pageFilesOf(
  store: Store,
  ref: Pick<Release, 'name' | 'id'>,
): Promise<Map<string, string>> {
  const folder = pagesFolder(store, ref);
  const files = await readdir(folder).catch(() => []);
  const layouts = files.map((file) => path.basename(file, '.json'));
  const known = layouts.filter((layout) => layoutName.safeParse(layout).success);
  return new Map(known.map((layout) => [layout, path.join(folder, `${layout}.json`)]));
}

/** What the pages of a release take of the disk. */
export async function bytesOfPages(store: Store, ref: Pick<Release, 'name' | 'id'>) {
  const files = [...(await pageFilesOf(store, ref)).values()];
  const found = await Promise.all(files.map((file) => lstat(file).catch(() => undefined)));
  return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}

/** All pages that were made of a release, by their layout; what cannot be used is left out. */
export async function readAllPages(
  store: Store,
  ref: Pick<Release, 'name' | 'id'>,
): Promise<Map<string, PrerenderedPages>> {
  const remote = await store.remote?.pages(ref);
  const read = remote
    ? remote.map(
        ({ layout, content }) =>
          [layout, () => parseNormal(Buffer.from(content), layout, ref.name)] as const,
      )
    : [...(await pageFilesOf(store, ref)).keys()].map(
        (layout) => [layout, () => readPages(store, { ...ref, layout })] as const,
      );
  const pages = new Map<string, PrerenderedPages>();
  for (const [layout, readOne] of read) {
    try {
      const found = await readOne();
      if (found) pages.set(layout, found);
    } catch (error) {
      if (!(error instanceof BadPagesError)) throw error;
    }
  }
  return pages;
}

/** Removes the pages of a removed release, and those made under a removed shell. */
export async function removePages(store: Store, { name, id }: Pick<Release, 'name' | 'id'>) {
  await removeTree(pagesFolder(store, { name, id }));
  if (name !== 'shell') return;
  for (const section of await listNames(store)) {
    const folder = path.dirname(pagesFolder(store, { name: section, id }));
    const inner = await readdir(folder).catch(() => []);
    for (const pages of inner.filter((entry) => entry.endsWith(ending))) {
      const files = await readdir(path.join(folder, pages)).catch(() => []);
      const ofShell = files.filter((file) => file.startsWith(`${id}-`));
      await Promise.all(ofShell.map((file) => rm(path.join(folder, pages, file), { force: true })));
    }
  }
}

const ending = '.pages';

function pagesFolder(store: Store, { name, id }: Pick<Release, 'name' | 'id'>): string {
  return `${releaseFolder(store, name, id)}${ending}`;
}

function pagesFile(store: Store, place: Place): string {
  return path.join(pagesFolder(store, place), `${layoutName.parse(place.layout)}.json`);
}
