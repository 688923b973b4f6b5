import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import pLimit from 'p-limit';
import { BrokenFileError } from '../contents/integrity.ts';
import { fallbackDepth, type LiveIds, mostTried, readLive } from '../store/release-rows.ts';
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
  /** Marks a release as broken: the release before replaces it until a comparison finds all its files whole. */
  refuse(ref: ReleaseRef, reason: string): void;
  /** A sentence that says why the live set may be out of date; undefined if it is not. */
  trouble(): string | undefined;
}

/**
 * Reads what is live from this machine's copy at each call. Without a change since the last read a call costs one
 * statement; otherwise it reads each name again, and known releases come from the cache.
 */
export function followLiveReleases(store: Store, log: Logger): LiveReleases {
  const cache = cacheReleases(store, log);
  // One read at a time, so that an older result never replaces a newer one.
  const readQueue = pLimit(1);
  let lastMark: string | undefined;
  let lastRead = Promise.resolve();
  let readStartedAt = 0;
  // Makes the next request read without a change, after a failure or a refused release.
  let isReadWanted = false;
  /** Why the last read failed, if it did. */
  let failure: string | undefined;
  // The result of the last read that did not fail.
  let names: readonly LiveName[] = [];
  let set: LiveSet | undefined;
  let faults: readonly LiveFault[] = [];

  async function current(): Promise<LiveSet | undefined> {
    try {
      const mark = changeMark(store);
      const hasChanged = mark !== lastMark;
      lastMark = mark;
      // The change may have repaired a broken release.
      if (hasChanged) cache.retryBroken();
      const isRetryDue = faults.length > 0 && Date.now() - readStartedAt > brokenMs;
      if (hasChanged || isReadWanted) lastRead = read();
      // This request does not wait for the read: probably nothing was repaired.
      else if (isRetryDue) void read();
      await lastRead;
    } catch (error) {
      reportFailure(error as Error);
    }
    return set;
  }

  /** Never rejects: a failure keeps the last live set, and the next request reads again. */
  function read(): Promise<void> {
    isReadWanted = false;
    readStartedAt = Date.now();
    return readQueue(readNames).catch(reportFailure);
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
    failure = undefined;
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

  function reportFailure({ message }: Error): void {
    isReadWanted = true;
    if (failure !== message) {
      log.error({ reason: message }, 'What is live cannot be read, and stays as it was');
    }
    failure = message;
  }

  return {
    current,
    find: cache.find,
    refuse(ref, reason) {
      cache.refuse(ref, reason);
      isReadWanted = true;
    },
    trouble() {
      // A set lists its faults itself.
      const faultWithoutSet = set ? undefined : faults[0]?.reason;
      return failure ?? store.shared.trouble() ?? faultWithoutSet;
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

/** Reads the live release and its fallback; skips broken ones. */
async function readLiveName(
  { examine }: Pick<ReleaseCache, 'examine'>,
  name: string,
  { ids }: LiveIds,
): Promise<LiveName> {
  const releases: LoadedRelease[] = [];
  const faults: LiveFault[] = [];
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
