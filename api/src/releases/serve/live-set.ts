import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { pointerFile, readPointer } from '../store/live-pointer.ts';
import { type Release, releaseBase } from '../store/release.ts';
import { listNames, readRelease, releaseFolder, type Store } from '../store/store.ts';

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
  /** Names what is live in it, such as `home@… shell@…`; equal sets have equal keys. */
  key: string;
  shell: LiveRelease;
  siteMap: z.infer<typeof siteMapSchema>;
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly LiveRelease[]>;
}

/** What is live; `undefined` while no shell has been released. */
export interface LiveReleases {
  /** As it is at this moment: for documents, so that a deploy is what the next visitor sees. */
  now(): Promise<LiveSet | undefined>;
  /** As it was a moment ago at most: for calls that have to be fast. */
  lately(): Promise<LiveSet | undefined>;
}

/** Looking at the pointers takes some 0.1 ms; the locale call is asked 30,000 times a second. */
const lookAgainMs = 50;

/**
 * Looks at the pointers when it is asked. Watching the folder would come a few milliseconds late,
 * would hold a watch a release folder, and is told nothing when the store is on a mount.
 */
export function followLiveReleases(store: Store, log: Log): LiveReleases {
  let held: { stamp: string; set: Promise<LiveSet | undefined> } | undefined;
  let lookedAt = 0;

  async function now(): Promise<LiveSet | undefined> {
    const lookedAtPointers = Date.now();
    const stamp = await stampOf(store);
    lookedAt = lookedAtPointers;
    if (held?.stamp !== stamp) held = { stamp, set: read(held?.set) };
    return held.set;
  }

  async function read(before?: Promise<LiveSet | undefined>): Promise<LiveSet | undefined> {
    try {
      const set = await readLiveSet(store);
      if (set) log.info({ live: set.key }, 'Live releases');
      return set;
    } catch (error) {
      log.error({ error: String(error) }, 'The releases cannot be read; the site stays as it is');
      return before;
    }
  }

  let looking: Promise<LiveSet | undefined> | undefined;
  const lately = () => {
    if (held && Date.now() - lookedAt < lookAgainMs) return held.set;
    // One look serves all who wait for it: 32 connections would else look 32 times (0.49 of a bare
    // handler's throughput instead of 0.7).
    looking ??= now().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return { now, lately };
}

/** Changes whenever a pointer is replaced: a rename brings a new file. */
async function stampOf(store: Store): Promise<string> {
  const names = await listNames(store);
  const stamps = await Promise.all(
    names.map(async (name) => {
      const file = await stat(pointerFile(store, name)).catch(() => undefined);
      return `${name}:${file?.ino}:${file?.mtimeMs}`;
    }),
  );
  return stamps.join(' ');
}

async function readLiveSet(store: Store): Promise<LiveSet | undefined> {
  const names = await listNames(store);
  const entries = await Promise.all(
    names.map(async (name) => [name, await readLive(store, name)] as const),
  );
  const { shell: shells = [], ...sections } = Object.fromEntries(entries);
  const shell = shells[0];
  if (!shell) return undefined;
  const siteMap = await readSiteMap(shell.folder);
  return { key: keyOf(shell, sections), shell, siteMap, sections };
}

/** The key of a set: the live releases in the order of their names. */
export function keyOf(shell: LiveRelease, sections: LiveSet['sections']): string {
  const live = [shell, ...Object.values(sections).flatMap((releases) => releases.slice(0, 1))];
  return live
    .map(({ name, id }) => `${name}@${id}`)
    .sort()
    .join(',');
}

/** The site map lies in the shell's release, so the server knows the pages of that very shell. */
export async function readSiteMap(folder: string): Promise<LiveSet['siteMap']> {
  return siteMapSchema.parse(
    JSON.parse(await readFile(path.join(folder, 'site-map.json'), 'utf8')),
  );
}

/** The live release and the one before; one that is broken in the store is passed over. */
async function readLive(store: Store, name: string): Promise<LiveRelease[]> {
  const ids = await readPointer(store, name);
  const releases = await Promise.all(
    ids.slice(0, 4).map((id) => readLiveRelease(store, name, id).catch(() => undefined)),
  );
  return releases.filter((release) => release !== undefined).slice(0, 2);
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
