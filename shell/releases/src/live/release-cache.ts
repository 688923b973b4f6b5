import { lstat } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import { BrokenFileError } from '../folder/read-inside.ts';
import { tokenBucket } from '../folder/token-bucket.ts';
import { isReleaseRef } from '../release/release.ts';
import type { Store } from '../store/store.ts';
import { type LiveRelease, readLiveRelease } from './live-release.ts';

/** What the store needs of a log; the API hands in its own. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The releases of a store, each read once. */
export interface ReleaseCache {
  /** Nothing when there is no such release, or a broken one: then the log says once why. */
  find(ref: ReleaseRef): Promise<LiveRelease | undefined>;
  /** The same, looking again at one that was missing or broken. @throws BrokenFileError */
  examine(ref: ReleaseRef): Promise<LiveRelease>;
}

/** Descriptions and texts: room for many more releases than are live. */
const mostBytes = 32 * 1024 * 1024;

/** A preview that was asked for too early is there a second later. */
const missingMs = 1000;
/** One that is broken stays so: reading it again and again would be work that any visitor can ask for. */
const brokenMs = 60_000;

/** A visitor who asks for what this machine has to fetch first asks again, or another machine. */
const timeoutMs = 5000;

/** A release never changes, so what was read of it once is true for ever. */
export function cacheReleases(store: Store, log: Log): ReleaseCache {
  const known = new LRUCache<string, LiveRelease>({
    maxSize: mostBytes,
    sizeCalculation: weightOf,
  });
  const absent = new LRUCache<string, true>({ max: 10_000 });
  const told = new LRUCache<string, true>({ max: 1000 });
  // Any visitor can ask for old releases of a section: what is to be live does not wait for them.
  const [live, asked] = [readOnce(), readOnce()];

  function readOnce() {
    const throttle = tokenBucket();
    const reading = new Map<string, Promise<LiveRelease>>();
    return (ref: ReleaseRef): Promise<LiveRelease> => {
      const key = `${ref.name}@${ref.id}`;
      const cached = known.get(key);
      if (cached) return Promise.resolve(cached);
      const underWay =
        reading.get(key) ??
        throttle(ref.name, (spend) => read(ref, key, spend)).finally(() => reading.delete(key));
      reading.set(key, underWay);
      return underWay;
    };
  }

  async function read(ref: ReleaseRef, key: string, spend: (bytes: number) => void) {
    try {
      const release = await readMended(store, ref, spend);
      known.set(key, release);
      absent.delete(key);
      return release;
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      absent.set(key, true, { ttl: error.isMissing ? missingMs : brokenMs });
      if (!error.isMissing) tell(key, error.message);
      throw error;
    }
  }

  function isThere(ref: ReleaseRef): Promise<boolean> {
    if (!isReleaseRef(ref)) return Promise.resolve(false);
    const folder = path.join(store.folder, ref.name, ref.id);
    // Not by a promise of `node:fs`: what is not there would cost a trace every time.
    return new Promise((resolve) => {
      lstat(folder, (error, found) => resolve(!error && found.isDirectory()));
    });
  }

  /** This machine's copy need not have what is neither live nor new. */
  async function fetchShared(ref: ReleaseRef): Promise<boolean> {
    if (!store.remote || !isReleaseRef(ref)) return false;
    const fetched = store.remote.fetch(ref).catch(() => false);
    return Promise.race([fetched, sleep(timeoutMs, false, { ref: false })]);
  }

  function tell(release: string, reason: string): void {
    const what = `${release} ${reason}`;
    if (!told.has(what)) log.error({ release, reason }, 'This is no release and is passed over');
    told.set(what, true);
  }

  async function find(ref: ReleaseRef): Promise<LiveRelease | undefined> {
    const key = `${ref.name}@${ref.id}`;
    if (absent.has(key)) return undefined;
    // A visitor can make up ids: one look at the disk is all that they are worth.
    if (!known.has(key) && !(await isThere(ref)) && !(await fetchShared(ref))) return undefined;
    return asked(ref).catch((error) => {
      if (error instanceof BrokenFileError) return undefined;
      throw error;
    });
  }
  return { find, examine: live };
}

/** A copy that is broken is exchanged, once. */
async function readMended(store: Store, ref: ReleaseRef, spend: (bytes: number) => void) {
  try {
    return await readLiveRelease(store, ref, spend);
  } catch (error) {
    const isMended = error instanceof BrokenFileError && (await store.remote?.mend(ref));
    if (!isMended) throw error;
    return readLiveRelease(store, ref, spend);
  }
}

/** What a release takes of the memory, roughly. */
function weightOf({ files, texts, pages }: LiveRelease): number {
  const listed = Object.keys(files).length * 300;
  return 2000 + listed + 2 * JSON.stringify([texts, pages]).length;
}
