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
  // The newest is the last.
  const inTurn = pLimit(1);
  let reading: { number: number; startedAt: number; done: Promise<void> } | undefined;
  let names: readonly LiveName[] = [];
  let set: LiveSet | undefined;
  let faults: readonly LiveFault[] = [];
  let unreadable: string | undefined;

  async function current(): Promise<LiveSet | undefined> {
    try {
      const number = changeNumber(store);
      unreadable = undefined;
      if (reading?.number !== number) {
        // A deploy of the same content repairs a broken release. One that was refused a moment ago is broken.
        if (reading) cache.retryBroken();
        reading = { number, startedAt: Date.now(), done: read() };
      } else if (faults.length > 0 && Date.now() - reading.startedAt > brokenMs) {
        reading.startedAt = Date.now();
        // No answer waits for what was broken a moment ago.
        void read();
      }
      await reading.done;
    } catch (error) {
      noteUnreadable(error as Error);
    }
    return set;
  }

  /** A failure keeps what was live before, and the next request tries again. */
  function read(): Promise<void> {
    return inTurn(readNames).catch((error: Error) => {
      noteUnreadable(error);
      reading = undefined;
    });
  }

  async function readNames(): Promise<void> {
    const found: LiveName[] = [];
    for (const [name, live] of readLive(store)) {
      const now = await readLiveName(cache, name, live);
      const before = names.find((each) => each.name === name);
      const isLost = now.releases.length === 0 && now.faults.length > 0;
      // Where nothing can be read any more, what is in memory goes on.
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

  function noteUnreadable({ message }: Error): void {
    if (unreadable !== message)
      log.error({ reason: message }, 'What is live cannot be read, and stays as it was');
    unreadable = message;
  }

  return {
    current,
    find: cache.find,
    refuse(ref, reason) {
      cache.refuse(ref, reason);
      reading = undefined;
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

/** How far to go back for two releases that can be read. */
export const mostTried = 4;

/** What is broken is passed over for the release before. */
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
      if (position < fallbackDepth) faults.push({ of: `${name}@${id}`, reason: error.message });
    }
  }
  return { name, releases, faults };
}
