import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { fallbackDepth, type LiveIds, readLive } from '../store/release-rows.ts';
import { changeNumber, type Logger, type Store } from '../store/store.ts';
import { assembleSet, type LiveFault, type LiveName, type LiveSet } from './live-set.ts';
import { cacheReleases, type LoadedRelease, type ReleaseCache } from './loaded-release.ts';

/** What is live of a store. */
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

/** What is broken is read again after this time: nothing tells that a disk was repaired. */
const tryAgainMs = 1000;

/** Reads what is live when it is asked, which costs one statement while nothing has changed. */
export function followLiveReleases(store: Store, log: Logger): LiveReleases {
  const cache = cacheReleases(store, log);
  const logChanges = changesTo(log);
  let number: number | undefined;
  let reading: Promise<LiveSet | undefined> = Promise.resolve(undefined);
  let latest: LiveSet | undefined;
  let names: readonly LiveName[] = [];
  let readAt = 0;
  let trouble: string | undefined;

  async function read(): Promise<LiveSet | undefined> {
    const found: LiveName[] = [];
    for (const [name, live] of readLive(store)) found.push(await readLiveName(cache, name, live));
    const settled = found.map((read) =>
      settle(
        read,
        names.find(({ name }) => name === read.name),
      ),
    );
    if (!isSame(settled, names)) latest = assembleSet(settled);
    names = settled;
    logChanges(latest);
    return latest;
  }

  /** One after the other, so that the newest is the last. A failure keeps what was live before. */
  function readAgain(now: number): Promise<LiveSet | undefined> {
    const before = reading;
    number = now;
    readAt = Date.now();
    return before.then(read).catch((error: Error) => {
      noteTrouble(error.message);
      number = undefined;
      return latest;
    });
  }

  async function current(): Promise<LiveSet | undefined> {
    try {
      const now = changeNumber(store);
      trouble = undefined;
      if (now !== number) {
        // Refused ones are as broken as before.
        if (number !== undefined) cache.retryBroken();
        reading = readAgain(now);
      } else if (isTimeToTryAgain()) {
        // In the background: no answer waits for what was broken a moment ago.
        void tryAgain(now);
      }
    } catch (error) {
      noteTrouble((error as Error).message);
      return latest;
    }
    return reading;
  }

  async function tryAgain(now: number): Promise<void> {
    const again = readAgain(now);
    await again;
    if (number === now) reading = again;
  }

  function isTimeToTryAgain(): boolean {
    const isBroken = names.some(({ faults }) => faults.length > 0);
    return isBroken && Date.now() - readAt > tryAgainMs;
  }

  function noteTrouble(reason: string): void {
    if (trouble !== reason)
      log.error({ reason }, 'What is live cannot be read, and stays as it was');
    trouble = reason;
  }

  return {
    current,
    find: cache.find,
    refuse(ref, reason) {
      cache.refuse(ref, reason);
      number = undefined;
    },
    trouble: () => trouble ?? store.shared.trouble(),
  };
}

/** What is live at this moment, to be read once. */
export function readLiveSet(store: Store): Promise<LiveSet | undefined> {
  return followLiveReleases(store, { info() {}, error() {} }).current();
}

/** Keeps what was good where nothing can be read any more. What is the same keeps its identity. */
function settle(read: LiveName, before: LiveName | undefined): LiveName {
  if (!before) return read;
  const isLost = read.releases.length === 0 && read.faults.length > 0;
  const releases = isLost ? before.releases : read.releases;
  const isEqual =
    isSame(releases, before.releases) &&
    JSON.stringify(read.faults) === JSON.stringify(before.faults);
  return isEqual ? before : { ...read, releases };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, position) => each === others[position]);
}

/** How far to go back for two releases that can be read. */
export const mostTried = 4;

/** What is broken is passed over for the release before. */
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
      if (position < fallbackDepth) faults.push({ of: `${name}@${id}`, reason: error.message });
    }
  }
  return { name, releases, faults };
}

/** Logs what is live and what is left out, once. */
function changesTo(log: Logger) {
  let logged = '';
  return (set: LiveSet | undefined): void => {
    const faults = (set?.faults ?? []).map(({ of, reason }) => `${of}: ${reason}`);
    const now = `${set?.key} ${faults}`;
    if (logged === now) return;
    logged = now;
    if (set) log.info({ live: set.key }, 'Live releases');
    if (faults.length > 0) log.error({ faults }, 'This should be live and cannot be');
  };
}
