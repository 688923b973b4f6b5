import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import pLimit from 'p-limit';
import { BrokenFileError } from '../contents/integrity.ts';
import { fallbackDepth, type LiveIds, readLive } from '../store/release-rows.ts';
import { changeMark, type Logger, type Store } from '../store/store.ts';
import { assembleSet, type LiveFault, type LiveName, type LiveSet } from './live-set.ts';
import {
  brokenMs,
  cacheReleases,
  type LoadedRelease,
  type ReleaseCache,
} from './loaded-release.ts';

export interface LiveReleases {
  /** The live set, the same object until it changes; undefined without a shell. */
  current(): Promise<LiveSet | undefined>;
  /** Finds any release of the store, live or not. */
  find: ReleaseCache['find'];
  /** Marks a release as broken, so that the release before replaces it until all its files are whole. */
  refuse(ref: ReleaseRef, reason: string): void;
  /** A sentence that says why the live set may be out of date; undefined if it is not. */
  trouble(): string | undefined;
}

/**
 * Reads what is live at each call. Without a change since the last read a call costs one statement; otherwise it
 * reads each name again, and known releases come from the cache.
 */
export function followLiveReleases(store: Store, log: Logger): LiveReleases {
  const cache = cacheReleases(store, log);
  // One read at a time, so that an older result never replaces a newer one.
  const readQueue = pLimit(1);
  let lastMark: string | undefined;
  let lastRead = Promise.resolve();
  let startedAt = 0;
  // Makes the next request read without a change, after a failure or a refused release.
  let isReadWanted = false;
  // The result of the last successful read.
  let names: readonly LiveName[] = [];
  let set: LiveSet | undefined;
  let faults: readonly LiveFault[] = [];
  let unreadable: string | undefined;

  async function current(): Promise<LiveSet | undefined> {
    try {
      const mark = changeMark(store);
      const hasChanged = mark !== lastMark;
      lastMark = mark;
      // The change may have repaired a broken release.
      if (hasChanged) cache.retryBroken();
      if (hasChanged || isReadWanted) lastRead = read();
      // The disk may have been repaired; the request does not wait for the read.
      else if (faults.length > 0 && Date.now() - startedAt > brokenMs) void read();
      await lastRead;
    } catch (error) {
      reportUnreadable(error as Error);
    }
    return set;
  }

  /** Never rejects: a failure keeps the last live set, and the next request reads again. */
  function read(): Promise<void> {
    isReadWanted = false;
    startedAt = Date.now();
    return readQueue(readNames).catch(reportUnreadable);
  }

  async function readNames(): Promise<void> {
    const found: LiveName[] = [];
    for (const [name, live] of readLive(store)) {
      const now = await readLiveName(cache, name, live);
      const before = names.find((each) => each.name === name);
      const isLost = now.releases.length === 0 && now.faults.length > 0;
      // If no release of a name is readable any more, those in memory stay live.
      found.push(before && isLost ? { ...now, releases: before.releases } : now);
    }
    unreadable = undefined;
    const isSame = keyOfNames(found) === keyOfNames(names);
    names = found;
    if (isSame) return;
    set = assembleSet(found);
    faults = found.flatMap((each) => each.faults);
    logChange();
  }

  function logChange(): void {
    if (set) log.info({ live: set.key }, 'Live releases');
    const reasons = faults.map(({ of, reason }) => `${of}: ${reason}`);
    if (reasons.length > 0) log.error({ faults: reasons }, 'This should be live and cannot be');
  }

  function reportUnreadable({ message }: Error): void {
    isReadWanted = true;
    if (unreadable !== message) {
      log.error({ reason: message }, 'What is live cannot be read, and stays as it was');
    }
    unreadable = message;
  }

  return {
    current,
    find: cache.find,
    refuse(ref, reason) {
      cache.refuse(ref, reason);
      isReadWanted = true;
    },
    trouble() {
      // The faults of a set name its broken releases.
      const lost = set ? undefined : faults[0]?.reason;
      return unreadable ?? store.shared.trouble() ?? lost;
    },
  };
}

export function readLiveSet(store: Store): Promise<LiveSet | undefined> {
  return followLiveReleases(store, { info() {}, error() {} }).current();
}

function keyOfNames(names: readonly LiveName[]): string {
  const idsOf = (releases: readonly LoadedRelease[]) => releases.map(({ id }) => id);
  return JSON.stringify(names.map(({ name, releases, faults }) => [name, idsOf(releases), faults]));
}

/** How many ids of a name are tried, the newest first, to find `fallbackDepth` readable ones. */
export const mostTried = 4;

/** Reads the live release and its fallback; skips broken ones. A damaged row has a fault and no ids. */
async function readLiveName(
  { examine }: Pick<ReleaseCache, 'examine'>,
  name: string,
  { ids, fault }: LiveIds,
): Promise<LiveName> {
  const releases: LoadedRelease[] = [];
  const faults: LiveFault[] = fault ? [{ of: name, reason: fault }] : [];
  for (const [position, id] of ids.slice(0, mostTried).entries()) {
    if (releases.length === fallbackDepth) break;
    try {
      releases.push(await examine({ name, id }));
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      // A broken release further back affects no visitor.
      if (position < fallbackDepth) faults.push({ of: `${name}@${id}`, reason: error.message });
    }
  }
  return { name, releases, faults };
}
