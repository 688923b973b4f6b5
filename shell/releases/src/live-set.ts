import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fallbackDepth } from './left-live.ts';
import { readPointer } from './live-pointer.ts';
import { type Release, releaseBase } from './release.ts';
import { listNames, readRelease, releaseFolder, type Store } from './store.ts';

const siteMapSchema = z.array(
  z.object({ path: z.string().startsWith('/'), section: z.string(), key: z.string() }),
);

/** A release where a browser and the server find it. */
export interface LiveRelease extends Release {
  /** The address of its folder, with a slash at the end. */
  base: string;
  /** The folder on the disk. */
  folder: string;
}

/** The releases of one moment: what a document, its texts and its scripts belong together by. */
export interface LiveSet {
  /** Names what is live in it, such as `home@…,shell@…`; equal sets have equal keys. */
  key: string;
  shell: LiveRelease;
  siteMap: z.infer<typeof siteMapSchema>;
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly LiveRelease[]>;
  /** Somebody asked for it: it is not what is live. */
  isPinned?: boolean;
}

/** What can be read of the live releases; no set while no shell has been released. */
export interface Reading {
  set: LiveSet | undefined;
  /** Those that a pointer names and that are broken in the store, or not there yet. */
  unreadable: readonly string[];
}

/** Reads what the pointers of a store name at this moment. */
export async function readLiveSet(store: Store): Promise<Reading> {
  const names = await listNames(store);
  const read = await Promise.all(names.map((name) => readLive(store, name)));
  const unreadable = read.flatMap((each) => each.unreadable);
  const { shell: shells = [], ...sections } = Object.fromEntries(
    read.map(({ name, releases }) => [name, releases]),
  );
  const [shell] = shells;
  if (!shell) return { set: undefined, unreadable };
  const siteMap = await readSiteMap(shell.folder);
  return { set: { key: keyOf({ shell, sections }), shell, siteMap, sections }, unreadable };
}

/** How far to look for two releases that can be read. */
const mostTried = 4;

/** The live release and the one before; one that cannot be read is passed over. */
async function readLive(store: Store, name: string) {
  const ids = (await readPointer(store, name)).slice(0, mostTried);
  const found = await Promise.all(
    ids.map((id) => readLiveRelease(store, name, id).catch(() => undefined)),
  );
  return {
    name,
    releases: found.filter((release) => release !== undefined).slice(0, fallbackDepth),
    unreadable: ids
      .slice(0, fallbackDepth)
      .filter((_id, position) => found[position] === undefined)
      .map((id) => `${name}@${id}`),
  };
}

/** One release of the store with its places; nothing when there is none. */
export async function readLiveRelease(
  store: Store,
  name: string,
  id: string,
): Promise<LiveRelease | undefined> {
  const release = await readRelease(store, name, id);
  if (!release) return undefined;
  return { ...release, base: releaseBase(release), folder: releaseFolder(store, name, id) };
}

/** The site map lies in the shell's release, so the server knows the pages of that very shell. */
export async function readSiteMap(folder: string): Promise<LiveSet['siteMap']> {
  return siteMapSchema.parse(
    JSON.parse(await readFile(path.join(folder, 'site-map.json'), 'utf8')),
  );
}

/** The key of a set: the live releases in the order of their names. */
export function keyOf(set: Pick<LiveSet, 'shell' | 'sections'>): string {
  return releasesOf(set)
    .map(({ name, id }) => `${name}@${id}`)
    .sort()
    .join(',');
}

/** The live releases of a set, the shell last; those to fall back to are none of them. */
export function releasesOf({ shell, sections }: Pick<LiveSet, 'shell' | 'sections'>) {
  return [...Object.values(sections).flatMap((releases) => releases.slice(0, 1)), shell];
}
