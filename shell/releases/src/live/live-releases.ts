import { lstat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokenFileError } from '../folder/read-inside.ts';
import { listNames, type Store } from '../store/store.ts';
import { cacheReleases, type LiveRelease, type Log, type ReleaseCache } from './live-release.ts';
import { assembleSet, type Fault, type LiveName, type LiveSet } from './live-set.ts';
import {
  fallbackDepth,
  pointerFile,
  readPointer,
  recallPointer,
  rememberPointer,
} from './pointer.ts';

/** What is live; `undefined` while no shell has been released. */
export interface LiveReleases {
  /** What is live at this moment. */
  fresh(): Promise<LiveSet | undefined>;
  /** What is live, up to 50 ms old while many requests arrive. */
  cached(): Promise<LiveSet | undefined>;
  /** Any release of the store, live or not. */
  find: ReleaseCache['find'];
}

/**
 * Reading the pointers takes longer than answering: in each stretch of this time only the first few
 * requests do, so that a visitor after a deploy sees it.
 */
export const lookAgainMs = 50;
const looksInARow = 3;

/** What is broken is looked at again after this time: a pointer does not tell that it was repaired. */
const tryAgainMs = 1000;

/** A section whose mount hangs keeps its last state after this time. */
const timeoutMs = 2000;

/** Of a section, however often its pointer is touched. */
const readsInARow = 20;
const readsASecond = 10;

/** What is known of one name. */
interface Known {
  /** The file of its pointer. */
  file: string;
  pointer: string;
  readAt: number;
  /** How many more times it may be read at once. */
  credit: number;
  reading: Promise<LiveName>;
  latest: LiveName | undefined;
}

/**
 * Looks at the pointers when it is asked: watching comes late, and hears nothing of a mount. Every name is
 * read for itself: whatever became of one, the others go on.
 */
export function followLiveReleases(store: Store, log: Log): LiveReleases {
  const cache = cacheReleases(store, log);
  // One entry for each folder in the store.
  const known = new Map<string, Known>();
  const tell = tellChanges(log);
  let made: { from: readonly LiveName[]; set: Promise<LiveSet | undefined> } | undefined;
  let looks = { since: 0, count: 0 };

  const fresh = coalesce(async (): Promise<LiveSet | undefined> => {
    const names = await listNames(store).catch(() => [...known.keys()]);
    const found = await Promise.all(names.map(lookAt));
    const live = found.filter((each) => each !== undefined);
    if (!made || !isSame(made.from, live)) {
      const set = assembleSet(live);
      made = { from: live, set: Promise.resolve(set) };
      tell(set, live);
    }
    return made.set;
  });

  async function lookAt(name: string): Promise<LiveName | undefined> {
    const before = known.get(name);
    const file = before?.file ?? pointerFile(store, name);
    const pointer = await stampOf(file);
    if (before?.pointer === pointer) {
      const { latest, readAt } = before;
      // In the background: no answer waits for what was broken a moment ago.
      if (latest && latest.faults.length > 0 && Date.now() - readAt > tryAgainMs)
        readAgain(name, { file, pointer }, before);
      return latest ?? before.reading;
    }
    if (before && creditOf(before) < 1) return before.latest ?? before.reading;
    const { reading } = readAgain(name, { file, pointer }, before);
    if (!before?.latest) return reading;
    const late = sleep(timeoutMs, before.latest, { ref: false });
    return Promise.race([reading, late]);
  }

  function readAgain(
    name: string,
    seen: Pick<Known, 'file' | 'pointer'>,
    before: Known | undefined,
  ): Known {
    const now: Known = {
      ...seen,
      readAt: Date.now(),
      credit: before ? creditOf(before) - 1 : readsInARow,
      latest: before?.latest,
      reading: readLiveName(store, cache, name).then((read) => {
        now.latest = settle(read, now.latest);
        return now.latest;
      }),
    };
    known.set(name, now);
    return now;
  }

  const cached = () => {
    const now = Date.now();
    if (now - looks.since >= lookAgainMs) looks = { since: now, count: 0 };
    looks.count += 1;
    return made && looks.count > looksInARow ? made.set : fresh();
  };
  return { fresh, cached, find: cache.find };
}

/** What is live at this moment, to be looked at once. */
export function readLiveSet(store: Store): Promise<LiveSet | undefined> {
  return followLiveReleases(store, { info() {}, error() {} }).fresh();
}

function creditOf({ credit, readAt }: Known): number {
  return Math.min(readsInARow, credit + ((Date.now() - readAt) / 1000) * readsASecond);
}

/** Keeps the last good state where nothing valid was found. An equal state keeps its identity. */
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

/** Calls made before a look begins share it, those made meanwhile the next: no answer is older than its call. */
export function coalesce<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let underway: Promise<unknown> = Promise.resolve();
  let next: Promise<Seen> | undefined;

  async function begin(): Promise<Seen> {
    await underway;
    next = undefined;
    const looking = look();
    underway = looking.catch(() => {});
    return looking;
  }

  return () => {
    next ??= begin();
    return next;
  };
}

/** Tells the log what is live and what is broken, once. */
function tellChanges(log: Log) {
  let said = '';
  const inWords = (faults: readonly Fault[]) => faults.map(({ of, reason }) => `${of}: ${reason}`);
  return (set: LiveSet | undefined, live: readonly LiveName[]): void => {
    const ofNames = live.flatMap(({ faults }) => faults);
    const unreadable = inWords(ofNames);
    const now = `${set?.key} ${unreadable}`;
    if (said === now) return;
    said = now;
    if (set) log.info({ live: set.key }, 'Live releases');
    if (unreadable.length > 0)
      log.error({ unreadable }, 'Releases that should be live cannot be read');
    const leftOut = inWords((set?.faults ?? []).filter((fault) => !ofNames.includes(fault)));
    if (leftOut.length > 0) log.error({ leftOut }, 'Pages that are left out of the site');
  };
}

/** How far to look for two releases that can be read. */
export const mostTried = 4;

/** What is broken is passed over for the release before, a broken or lost pointer for what was live last. */
async function readLiveName(store: Store, cache: ReleaseCache, name: string): Promise<LiveName> {
  const { ids, faults } = await readIds(store, name);
  const releases: LiveRelease[] = [];
  for (const [position, id] of ids.slice(0, mostTried).entries()) {
    if (releases.length === fallbackDepth) break;
    try {
      releases.push(await cache.examine({ name, id }));
    } catch (error) {
      const { message } = error as BrokenFileError;
      if (position < fallbackDepth) faults.push({ of: `${name}@${id}`, reason: message });
    }
  }
  return { name, releases, faults };
}

async function readIds(store: Store, name: string): Promise<{ ids: string[]; faults: Fault[] }> {
  try {
    const ids = await readPointer(store, name);
    const isThere =
      ids.length > 0 || (await lstat(pointerFile(store, name)).catch(() => undefined));
    if (isThere) {
      await rememberPointer(store, name, ids.slice(0, mostTried));
      return { ids, faults: [] };
    }
    const last = await recallPointer(store, name);
    const faults = last.length > 0 ? [{ of: name, reason: 'live.json is missing' }] : [];
    return { ids: last, faults };
  } catch (error) {
    const reason = error instanceof BrokenFileError ? error.message : 'live.json cannot be read';
    return { ids: await recallPointer(store, name), faults: [{ of: name, reason }] };
  }
}

/** Changes whenever a file is replaced. */
async function stampOf(file: string): Promise<string> {
  const found = await lstat(file).catch(() => undefined);
  return `${found?.ino}:${found?.ctimeMs}:${found?.size}`;
}
