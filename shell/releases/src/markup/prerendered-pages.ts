import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { z } from 'zod';
import { removeTree, replaceFile } from '../folder/files.ts';
import { inWorker } from '../folder/in-worker.ts';
import { BrokenFileError, readInside } from '../folder/read-inside.ts';
import { tokenBucket } from '../folder/token-bucket.ts';
import {
  listNames,
  makeInside,
  releaseFolder,
  type Store,
  sectionFolder,
  workInside,
} from '../store/store.ts';

/** A page as its document carries it. */
export interface PrerenderedPage {
  /** The markup of the app, with React's marks. */
  html: string;
  /** The rules of its styles, with styled-components' marks, and the version that wrote them. */
  css: string;
  stylesVersion: string;
}

/** The page of one release in one layout, by language. */
export type PrerenderedPages = ReadonlyMap<string, PrerenderedPage>;

/** What is in the store for a page cannot be put into a document; the message says why. */
export class BadPagesError extends Error {
  override name = 'BadPagesError';
  /** As the end of a sentence about the file. */
  readonly fault: string;

  constructor(file: string, fault: string) {
    super(`${file} ${fault}`);
    this.fault = fault;
  }
}

/** What the worker makes of a text. */
export type ParsedPages =
  | { pages: [language: string, page: PrerenderedPage][] }
  | { fault: string };

/** What parsing for one section may take, in milliseconds of a worker: at once, and in a second. */
const throttle = tokenBucket({ atOnce: 10_000, aSecond: 400 });

/** Two at a time: one page that takes the whole time does not hold up the other sections' pages. */
const limit = pLimit(2);

/**
 * The pages that a text holds, each as the parser of HTML writes it. They are read in a worker, within
 * the section's share: another person may have written them.
 * @param file what to call it
 * @throws BadPagesError
 */
export async function parsePages(
  text: Buffer,
  file: string,
  section: string,
): Promise<PrerenderedPages> {
  const parsed = await throttle(section, (spend) =>
    limit(async () => {
      const start = performance.now();
      const result = await inWorker<ParsedPages>(import.meta, './page-worker', text);
      spend(performance.now() - start);
      return result;
    }),
  );
  if ('fault' in parsed) throw new BadPagesError(file, parsed.fault);
  return new Map(parsed.pages);
}

/**
 * The pages of a release within a layout: the shell and what its navigation says. They fit no other,
 * since the navigation is in them, and classes are named by the order of all modules.
 */
interface Place extends ReleaseRef {
  /** See `layoutName`; in PostgreSQL the column `frame`. */
  layout: string;
}

/** A shell and its navigation, by a hash each; for a page below the section's own its path with dots. */
export const layoutName = z
  .string()
  .regex(/^[0-9a-f]{12}-[0-9a-f]{12}(?:\.[a-z0-9][a-z0-9.-]{0,99})?$/);

/** Many times what this site's have. */
export const mostPageBytes = 2_000_000;

/** Keeps pages beside their release, as the parser writes them. @throws BadPagesError */
export async function keepPages(store: Store, place: Place, pages: PrerenderedPages) {
  const given = Buffer.from(JSON.stringify(Object.fromEntries(pages)));
  const normal = await parsePages(given, pagesFile(store, place), place.name);
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

/** Why files were refused, by their stamp; for a time only, since a busy machine may be why. */
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
    return await parsePages(text, file, place.name);
  } catch (error) {
    if (error instanceof BadPagesError) refusals.set(stamp, error.fault);
    if (!(error instanceof BrokenFileError)) throw error;
    if (error.isMissing) return undefined;
    throw new BadPagesError(file, `cannot be read: ${error.message}`);
  }
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
export async function pageFilesOf(store: Store, ref: ReleaseRef): Promise<Map<string, string>> {
  const folder = pagesFolder(store, ref);
  const files = await readdir(folder).catch(() => []);
  const layouts = files.map((file) => path.basename(file, '.json'));
  const known = layouts.filter((layout) => layoutName.safeParse(layout).success);
  return new Map(known.map((layout) => [layout, path.join(folder, `${layout}.json`)]));
}

/** What the pages of a release take of the disk. */
export async function bytesOfPages(store: Store, ref: ReleaseRef) {
  const files = [...(await pageFilesOf(store, ref)).values()];
  const found = await Promise.all(files.map((file) => lstat(file).catch(() => undefined)));
  return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}

/** All pages that were made of a release, by their layout; what cannot be used is left out. */
export async function readAllPages(
  store: Store,
  ref: ReleaseRef,
): Promise<Map<string, PrerenderedPages>> {
  await store.remote?.fetchPages(ref);
  const pages = new Map<string, PrerenderedPages>();
  for (const layout of (await pageFilesOf(store, ref)).keys()) {
    try {
      const found = await readPages(store, { ...ref, layout });
      if (found) pages.set(layout, found);
    } catch (error) {
      if (!(error instanceof BadPagesError)) throw error;
    }
  }
  return pages;
}

/** Removes the pages of a removed release, and those made under a removed shell. */
export async function removePages(store: Store, { name, id }: ReleaseRef) {
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

function pagesFolder(store: Store, { name, id }: ReleaseRef): string {
  return `${releaseFolder(store, name, id)}${ending}`;
}

function pagesFile(store: Store, place: Place): string {
  return path.join(pagesFolder(store, place), `${layoutName.parse(place.layout)}.json`);
}
