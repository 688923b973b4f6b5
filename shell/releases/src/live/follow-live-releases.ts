import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import pLimit from 'p-limit';
import { BrokenFileError } from '../contents/integrity.ts';
import { fallbackDepth, type LiveIds, readLive } from '../store/release-rows.ts';
import { changeNumber, type Logger, type Store } from '../store/store.ts';
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
 * Reads what is live when it is asked. While the number of changes is the same, that costs one statement;
 * otherwise each name is read again, and releases that were read before come from the cache.
 */
export function followLiveReleases(store: Store, log: Logger): LiveReleases {
  const cache = cacheReleases(store, log);
  // One read at a time, so that an older outcome never replaces a newer one.
  const readQueue = pLimit(1);
  // The read that `set` is the outcome of. Without one the next request reads, whatever the change number is:
  // at the start, after a failure, and after a release was refused.
  let lastRead: { number: number; startedAt: number; done: Promise<void> } | undefined;
  let names: readonly LiveName[] = [];
  let set: LiveSet | undefined;
  let faults: readonly LiveFault[] = [];
  let unreadable: string | undefined;

  async function current(): Promise<LiveSet | undefined> {
    try {
      const number = changeNumber(store);
      if (lastRead?.number !== number) {
        // What was written may have repaired a broken release; a refusal repairs nothing (no last read), and
        // after a failed read a broken one is tried again by its time.
        if (lastRead) cache.retryBroken();
        lastRead = { number, startedAt: Date.now(), done: read() };
      } else if (faults.length > 0 && Date.now() - lastRead.startedAt > brokenMs) {
        // A disk may have been repaired. The request does not wait for it.
        lastRead.startedAt = Date.now();
        void read();
      }
      await lastRead.done;
      // A read that failed is no last read any more.
      if (lastRead) unreadable = undefined;
    } catch (error) {
      reportUnreadable(error as Error);
    }
    return set;
  }

  /** A failure keeps what was live before, and the next request tries again. */
  function read(): Promise<void> {
    return readQueue(readNames).catch((error: Error) => {
      reportUnreadable(error);
      lastRead = undefined;
    });
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
      lastRead = undefined;
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
