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
  /** What is live at this moment; nothing while no shell has been released. The same set is the same object. */
  current(): Promise<LiveSet | undefined>;
  /** Any release of the store, live or not. */
  find: ReleaseCache['find'];
  /** A file of a release turned out to be broken: the release before takes its place until it is whole again. */
  refuse(ref: ReleaseRef, reason: string): void;
  /** Why what is live may be out of date, in a sentence; nothing while all is well. */
  trouble(): string | undefined;
}

/**
 * Reads what is live when it is asked. While nothing has changed since the last read, that costs one
 * statement; otherwise each name is read again, and releases that were read before come from the cache.
 */
export function followLiveReleases(store: Store, log: Logger): LiveReleases {
  const cache = cacheReleases(store, log);
  // One read at a time, so that an older outcome never replaces a newer one.
  const readQueue = pLimit(1);
  // What the last read was started for, and its end.
  let lastMark: string | undefined;
  let lastRead = Promise.resolve();
  let startedAt = 0;
  // The next request reads although nothing has changed: after a failure, and after a release was refused.
  let isReadWanted = false;
  // The outcome of the last read that did not fail.
  let names: readonly LiveName[] = [];
  let set: LiveSet | undefined;
  let faults: readonly LiveFault[] = [];
  let unreadable: string | undefined;

  async function current(): Promise<LiveSet | undefined> {
    try {
      const mark = changeMark(store);
      const hasChanged = mark !== lastMark;
      lastMark = mark;
      // What was written may have repaired a broken release.
      if (hasChanged) cache.retryBroken();
      if (hasChanged || isReadWanted) lastRead = read();
      // A disk may have been repaired. The request does not wait for it.
      else if (faults.length > 0 && Date.now() - startedAt > brokenMs) void read();
      await lastRead;
    } catch (error) {
      reportUnreadable(error as Error);
    }
    return set;
  }

  /** Never rejects: a failure keeps what was live before, and the next request reads again. */
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
      // Where no release of a name can be read any more, those in memory stay live.
      found.push(before && isLost ? { ...now, releases: before.releases } : now);
    }
    unreadable = undefined;
    const isSame = keyOfNames(found) === keyOfNames(names);
    names = found;
    if (isSame) return;
    set = assembleSet(found);
    faults = set?.faults ?? found.flatMap((each) => each.faults);
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
      // With a set, its faults say which release is broken.
      const lost = set ? undefined : faults[0]?.reason;
      return unreadable ?? store.shared.trouble() ?? lost;
    },
  };
}

/** What is live at this moment, to be read once. */
export function readLiveSet(store: Store): Promise<LiveSet | undefined> {
  return followLiveReleases(store, { info() {}, error() {} }).current();
}

function keyOfNames(names: readonly LiveName[]): string {
  const idsOf = (releases: readonly LoadedRelease[]) => releases.map(({ id }) => id);
  return JSON.stringify(names.map(({ name, releases, faults }) => [name, idsOf(releases), faults]));
}

/** Ids of a name that are tried, the newest first, until `fallbackDepth` of them can be read. */
export const mostTried = 4;

/** Reads the live release and its fallback. A broken one is skipped for the release before it. */
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
