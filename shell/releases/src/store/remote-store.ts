import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Release } from '../release/release.ts';

/**
 * What several machines share in the place of a folder. Every machine serves a copy of its own, a
 * store in a folder like any other; what changes is changed here, and every copy follows.
 */
export interface RemoteStore extends RemoteReleases {
  /**
   * One machine at a time changes what is live of a name; what the change writes is there as a
   * whole or not at all.
   * @throws ReleaseRefusedError when another process takes too long, or the database is away
   */
  withLock<Result>(name: string, change: (inside: RemoteStore) => Promise<Result>): Promise<Result>;
  /** Brings this machine's copy up to date, of one name or of all. @throws DatabaseAwayError */
  pull(name?: string): Promise<void>;
  /** Has a release in this machine's copy; false when there is none. @throws DatabaseAwayError */
  fetch(ref: ReleaseRef): Promise<boolean>;
  /** Puts a release whose copy is broken right; false when that cannot be, or was tried just now. */
  mend(ref: ReleaseRef): Promise<boolean>;
  /** What keeps this machine from following, in a sentence; nothing while all is well. */
  trouble(): string | undefined;
}

/** Releases, pointers and pages. */
interface RemoteReleases {
  /** Keeps a built release, each content once. @returns the release as it is there */
  publish(release: Release, staging: string): Promise<Release>;
  /** Writes the pointer of a name, if no other process has since its turn began. */
  point(name: string, ids: readonly string[]): Promise<void>;
  /** Remembers what was live when a section was retired. */
  retire(name: string, ids: readonly string[]): Promise<void>;
  /** Takes a release out, with its pages and all that is known of it. */
  remove(ref: ReleaseRef): Promise<void>;
  /** Forgets the contents that no release has any more. */
  sweep(): Promise<void>;
  /** Keeps the pages of a release in one frame. */
  keepPages(place: ReleaseRef & { frame: string }, text: string): Promise<void>;
  /** A hash of the sources that a name was last released from, by `deploy --changed` anywhere. */
  builtFrom(name: string): Promise<string | undefined>;
  rememberBuilt(name: string, hash: string): Promise<void>;
  /** The pages of a release, by frame. */
  pages(ref: ReleaseRef): Promise<{ frame: string; content: string }[]>;
  /** Every release of a name, newest first. */
  list(name: string): Promise<ListedRelease[]>;
  /** When releases of a name were last given to a new page, by id. */
  left(name: string): Promise<Map<string, Date>>;
  /** Says when that was, for one that comes from another store. */
  leave(ref: ReleaseRef, at: Date): Promise<void>;
}

/** A file takes a block of the disk, however little is in it. */
export const blockBytes = 4096;

/** A release in a list. Not its files: of 10,000 releases they would be gigabytes. */
export interface ListedRelease extends Pick<Release, 'name' | 'id' | 'createdAt' | 'commit'> {
  /** Of all its files. */
  bytes: number;
  /** What its pages may reach beside the site, as long as the owner grants it. */
  origins?: Release['origins'];
  /** What it takes of the disk, with its pages. */
  stored: number;
}
