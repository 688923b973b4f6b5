import {
  arrangePages,
  defaultPage,
  faultOfPage,
  keyOfReleases,
  type SitePage,
} from '@portfolio/contract';
import { fallbackDepth } from './left-live.ts';
import { readPointer } from './live-pointer.ts';
import { type Release, releaseBase } from './release.ts';
import { listNames, readRelease, releaseFolder, type Store } from './store.ts';

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
  /** What a visitor gets whom the shell fails. */
  shellBefore?: LiveRelease | undefined;
  /** The pages of the live sections, in the order of the navigation. */
  pages: readonly SitePage[];
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
  /** The pages that are left out of the site, each with the reason. */
  leftOut: readonly string[];
}

/** Reads what the pointers of a store name at this moment. */
export async function readLiveSet(store: Store): Promise<Reading> {
  const names = await listNames(store);
  const read = await Promise.all(names.map((name) => readLive(store, name)));
  const unreadable = read.flatMap((each) => each.unreadable);
  const { shell: shells = [], ...sections } = Object.fromEntries(
    read.map(({ name, releases }) => [name, releases]),
  );
  const [shell, shellBefore] = shells;
  if (!shell) return { set: undefined, unreadable, leftOut: [] };
  const { pages, leftOut } = pagesOf(sections);
  const key = keyOf({ shell, sections });
  return { set: { key, shell, shellBefore, pages, sections }, unreadable, leftOut };
}

/** The pages of the live sections as they say themselves; one that cannot be is left out. */
export function pagesOf(sections: LiveSet['sections']) {
  const leftOut: string[] = [];
  const declared = Object.entries(sections).flatMap(([section, [live]]): SitePage[] => {
    if (!live) return [];
    const page = live.page ?? defaultPage(section);
    const fault = faultOfPage(section, page);
    if (fault) leftOut.push(`${section}: ${fault}`);
    return fault ? [] : [{ section, ...page }];
  });
  const { pages, crowdedOut } = arrangePages(declared);
  leftOut.push(
    ...crowdedOut.map(({ section, path }) => `${section}: another section is at ${path}`),
  );
  return { pages, leftOut };
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

/** The key of a set: the live releases in the order of their names. */
export function keyOf(set: Pick<LiveSet, 'shell' | 'sections'>): string {
  return keyOfReleases(releasesOf(set));
}

/** The live releases of a set, the shell last; those to fall back to are none of them. */
export function releasesOf({ shell, sections }: Pick<LiveSet, 'shell' | 'sections'>) {
  return [...Object.values(sections).flatMap((releases) => releases.slice(0, 1)), shell];
}
