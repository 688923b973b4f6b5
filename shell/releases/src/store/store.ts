import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';

import { isMissing, NotRemovedError, removeTree } from '../folder/files.ts';
import type { Database } from '../ledger/sqlite.ts';
import { ReleaseRefusedError } from '../release/errors.ts';
import type { Allowance } from '../release/origins.ts';
import { type Release, releaseId, releaseName } from '../release/release.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Where releases are: `<DATA_DIR>/releases/<name>/<id>/…` never changes, `live.json` points. */
export interface Store {
  /** What is served: all there is, or this machine's copy of what several machines share. */
  folder: string;
  /** Where changes go on several machines; on one alone they go into the folder. */
  remote?: RemoteStore;
  /** Visits, keys and log; a team that has the releases alone has none. */
  ledger?: Database;
  /** What a site says that it allows, in a copy of what its visitors have. */
  allowances?: Record<string, Allowance>;
}

/** The store of a site whose state is in this folder. */
export function storeIn(dataDir: string): Store {
  return { folder: path.join(dataDir, 'releases') };
}

/** The folder that a store of one machine is in, with outbox and ledger beside the releases. */
export function dataDirOf({ folder }: Store): string {
  return path.dirname(folder);
}

/** All that a team may write. */
export function sectionFolder(store: Store, name: string): string {
  return path.join(store.folder, releaseName.parse(name));
}

/** Name and id are checked, so no address leaves the store. */
export function releaseFolder(store: Store, name: string, id: string): string {
  return path.join(sectionFolder(store, name), releaseId.parse(id));
}

/** The names that have a folder in the store. */
export async function listNames(store: Store): Promise<string[]> {
  const entries = await readdir(store.folder, { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const folders = entries.filter(
    (entry) =>
      releaseName.safeParse(entry.name).success && (entry.isDirectory() || entry.isSymbolicLink()),
  );
  return folders.map(({ name }) => name).sort();
}

/**
 * A new folder for what is about to be a release, where a section's team cannot put a link in its place:
 * a build first empties the folder it is given. A team has the right to its own folder alone.
 */
export async function makeStagingFolder(store: Store, name: string): Promise<string> {
  const own = path.join(store.folder, '.staging');
  try {
    await mkdir(sectionFolder(store, name), { recursive: true });
    await mkdir(own, { recursive: true, mode: 0o700 });
    return await makeUnique(own);
  } catch (error) {
    if (!/^(EACCES|EPERM|EROFS)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    return makeBeside(store, name);
  }
}

/** Does something with such a folder, and removes what is left of it. @throws ReleaseRefusedError */
export async function inStaging<Result>(
  store: Store,
  name: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  if (!releaseName.safeParse(name).success)
    throw new ReleaseRefusedError(
      `"${name}" is no name for a section: it becomes a part of addresses. Name the package …/remote-<name>, with small letters, digits and dashes.`,
    );
  const staging = await makeStagingFolder(store, name);
  return work(staging).finally(() => removeTree(staging));
}

/** A new folder in the section's own folder, which may be on another disk. */
export async function makeBeside(store: Store, name: string): Promise<string> {
  return makeUnique(await makeInside(store, name, '.staging'));
}

async function makeUnique(parent: string): Promise<string> {
  const folder = path.join(parent, crypto.randomUUID());
  await mkdir(folder);
  return folder;
}

/** A folder in a section's folder that is really there: a link or a file in its place is removed. */
export async function makeInside(store: Store, name: string, inner: string): Promise<string> {
  const section = sectionFolder(store, name);
  await mkdir(section, { recursive: true });
  const folder = path.join(section, inner);
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  if (found) await rm(folder, { force: true });
  await mkdir(folder, { recursive: true });
  await shareLike(section, folder);
  return folder;
}

/** Works in such a folder by its open handle: its team may put a link in its place at any moment. */
export async function workInside<Result>(
  folder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    // Only Linux names open folders like that; commands that are started reach it as well.
    const byHandle = `/proc/${process.pid}/fd/${handle.fd}`;
    return await work(existsSync(byHandle) ? byHandle : folder);
  } finally {
    await handle.close();
  }
}

/** What could not be removed. */
export interface NotRemoved {
  of: string;
  reason: string;
}

/**
 * Removes what killed deploys left behind; a build takes seconds, so a day is long.
 * @returns what cannot be removed
 */
export async function clearStaging(store: Store, now: Date): Promise<NotRemoved[]> {
  const left: NotRemoved[] = [];
  const places = (await listNames(store)).map((name) => sectionFolder(store, name));
  for (const place of [store.folder, ...places]) {
    const folder = path.join(place, '.staging');
    const of = path.relative(store.folder, folder);
    const clear = (inside: string) =>
      clearOld(inside, now).catch((error) => {
        left.push({ of, reason: reasonToLeave(error).replaceAll(inside, folder) });
      });
    // It need not be there; and behind a link would be other people's files.
    await workInside(folder, clear).catch(reasonToLeave);
  }
  return left;
}

async function clearOld(staging: string, now: Date): Promise<void> {
  for (const entry of await readdir(staging).catch(() => [])) {
    const folder = path.join(staging, entry);
    // A deploy that ends meanwhile takes its own along.
    const found = await lstat(folder).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > 86_400_000) await removeTree(folder);
  }
}

/** As the system or the store says it; all else is a defect. */
export function reasonToLeave(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const isKnown = error instanceof ReleaseRefusedError || error instanceof NotRemovedError;
  if (!isKnown && typeof code !== 'string') throw error;
  return message;
}

/**
 * A team that may write the section's folder may also write what the owner made in it. Rights are changed
 * by its handle: a link in its place would give away what that points to.
 */
export async function shareLike(section: string, place: string): Promise<void> {
  const { mode, uid, gid } = await stat(section);
  const handle = await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const own = await handle.stat();
    const isOurs = own.uid === process.getuid?.() && (own.isDirectory() || own.nlink === 1);
    if (!isOurs) return;
    await handle.chmod(own.isDirectory() ? mode & 0o777 : mode & 0o666);
    if (own.uid === 0) await handle.chown(uid, gid);
  } finally {
    await handle.close();
  }
}

/**
 * What several machines share in the place of a folder. Every machine serves a copy of its own, a
 * store in a folder like any other; what changes is changed here, and every copy follows.
 */
export interface RemoteStore {
  /**
   * One machine at a time changes what is live of a name; what the change writes is there as a
   * whole or not at all.
   * @throws ReleaseRefusedError when another process takes too long, or the database is away
   */
  withLock<Result>(name: string, change: (inside: RemoteStore) => Promise<Result>): Promise<Result>;

  /** Within the lock: keeps a built release, each content once. @returns it as it is there */
  publish(release: Release, staging: string): Promise<Release>;
  /** Within the lock: writes a pointer. */
  point(name: string, ids: readonly string[]): Promise<void>;
  /** Within the lock: remembers what was live when a section was retired. */
  retire(name: string, ids: readonly string[]): Promise<void>;
  /** Within the lock: takes a release out, with its pages and all that is known of it. */
  remove(ref: ReleaseRef): Promise<void>;

  /** Every release of a name, newest first. */
  list(name: string): Promise<ListedRelease[]>;
  /** When releases of a name were last given to a new page, by id. */
  left(name: string): Promise<Map<string, Date>>;
  /** Stores that time for a release that is copied from another store. */
  leave(ref: ReleaseRef, at: Date): Promise<void>;
  /** Keeps the pages of a release in one layout. */
  keepPages(place: ReleaseRef & { layout: string }, text: string): Promise<void>;
  /** A hash of the sources that a name was last released from, by `deploy --changed` anywhere. */
  builtFrom(name: string): Promise<string | undefined>;
  rememberBuilt(name: string, hash: string): Promise<void>;
  /** Forgets the contents that no release has any more. */
  sweep(): Promise<void>;

  /** Brings this machine's copy up to date, of one name or of all. @throws DatabaseAwayError */
  pull(name?: string): Promise<void>;
  /** Fetches a release into the replica; false when there is none. @throws DatabaseAwayError */
  fetch(ref: ReleaseRef): Promise<boolean>;
  /** Brings all pages of a release into the replica, also those that are there. */
  fetchPages(ref: ReleaseRef): Promise<void>;
  /** Puts a release whose copy is broken right; false when that cannot be, or was tried just now. */
  mend(ref: ReleaseRef): Promise<boolean>;
  /** Why this machine cannot follow the database, in a sentence; nothing while it can. */
  trouble(): string | undefined;
  /** From now on this machine's copy follows; resolves when it is as new as it can be now. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** A file takes a block of the disk, however little is in it. */
export const blockBytes = 4096;

/** A release in a list, without its files: of 10,000 releases they would be gigabytes. */
export interface ListedRelease extends Pick<Release, 'name' | 'id' | 'createdAt' | 'commit'> {
  /** Of all its files. */
  bytes: number;
  /** What its pages may reach beside the site, as long as the owner grants it. */
  origins?: Release['origins'];
  /** What it takes of the disk, with its pages. */
  stored: number;
}
