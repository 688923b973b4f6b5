import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fsync, writeDurably } from '../folder/durable.ts';
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
import { BadPagesError, type PrerenderedPages, parsePages, refuseFaults } from './parse-pages.ts';

/**
 * The pages of a release within a frame: the shell and what its navigation says. They fit no other,
 * since the navigation is in them, and classes are named by the order of all modules.
 */
interface Place extends Pick<Release, 'name' | 'id'> {
  frame: string;
}

/** A shell and its navigation, by a hash each. */
export const frameName = z.string().regex(/^[0-9a-f]{12}-[0-9a-f]{12}$/);

/** Many times what this site's have. */
export const mostPageBytes = 2_000_000;

/**
 * Keeps pages beside their release, all languages by one rename. They belong to the section like the
 * release does, and go with it.
 * @throws BadPagesError
 */
export async function keepPages(store: Store, place: Place, pages: PrerenderedPages) {
  const file = pagesFile(store, place);
  refuseFaults(file, pages);
  const text = JSON.stringify(Object.fromEntries(pages));
  await store.shared?.keepPages(place, text);
  const made = await makeInside(store, place.name, `${place.id}${ending}`);
  await workInside(made, async (folder) => {
    const temporary = path.join(folder, `${crypto.randomUUID()}.tmp`);
    try {
      await writeDurably(temporary, text);
      await rename(temporary, path.join(folder, path.basename(file)));
      await fsync(folder);
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

/**
 * Reads the pages that were made of a release under a shell; nothing when there are none.
 * @throws BadPagesError when they cannot be used: whoever owns the section may have written them.
 */
export async function readPages(store: Store, place: Place): Promise<PrerenderedPages | undefined> {
  const file = pagesFile(store, place);
  try {
    return parsePages(await readPageFile(store, place), file);
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    if (error.isMissing) return undefined;
    throw new BadPagesError(file, `cannot be read: ${error.message}`);
  }
}

/** The same as it lies there. @throws BrokenFileError */
export function readPageFile(store: Store, place: Place): Promise<Buffer> {
  const inner = path.join(`${place.id}${ending}`, path.basename(pagesFile(store, place)));
  return readInside(sectionFolder(store, place.name), inner, mostPageBytes);
}

/** The files of the pages that were made of a release, by their frame. */
export async function pageFilesOf(
  store: Store,
  ref: Pick<Release, 'name' | 'id'>,
): Promise<Map<string, string>> {
  const folder = pagesFolder(store, ref);
  const files = await readdir(folder).catch(() => []);
  const frames = files.map((file) => path.parse(file).name);
  const known = frames.filter((frame) => frameName.safeParse(frame).success);
  return new Map(known.map((frame) => [frame, path.join(folder, `${frame}.json`)]));
}

/** All pages that were made of a release, by their frame; what cannot be used is left out. */
export async function readAllPages(
  store: Store,
  ref: Pick<Release, 'name' | 'id'>,
): Promise<Map<string, PrerenderedPages>> {
  const shared = await store.shared?.pages(ref);
  const read = shared
    ? shared.map(
        ({ frame, content }) => [frame, () => parsePages(Buffer.from(content), frame)] as const,
      )
    : [...(await pageFilesOf(store, ref)).keys()].map(
        (frame) => [frame, () => readPages(store, { ...ref, frame })] as const,
      );
  const pages = new Map<string, PrerenderedPages>();
  for (const [frame, readOne] of read) {
    try {
      const found = await readOne();
      if (found) pages.set(frame, found);
    } catch (error) {
      if (!(error instanceof BadPagesError)) throw error;
    }
  }
  return pages;
}

/** Removes the pages of a release that goes, and those that were made under a shell that goes. */
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
  return path.join(pagesFolder(store, place), `${frameName.parse(place.frame)}.json`);
}
