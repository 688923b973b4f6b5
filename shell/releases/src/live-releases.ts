import { stat } from 'node:fs/promises';
import { pointerFile } from './live-pointer.ts';
import { type LiveSet, readLiveSet } from './live-set.ts';
import type { Log } from './log.ts';
import { listNames, type Store } from './store.ts';

/** What is live; `undefined` while no shell has been released. */
export interface LiveReleases {
  /** As it is at this moment: for documents, so that a deploy is what the next visitor sees. */
  fresh(): Promise<LiveSet | undefined>;
  /** As it was a moment ago at most: for calls that have to be fast. */
  cached(): Promise<LiveSet | undefined>;
}

/** Looking at the pointers takes some 0.1 ms; the locale call is asked 30,000 times a second. */
const lookAgainMs = 50;

/**
 * Looks at the pointers when it is asked. Watching the folder would come a few milliseconds late,
 * would hold a watch a release folder, and is told nothing when the store is on a mount.
 */
export function followLiveReleases(store: Store, log: Log): LiveReleases {
  let held: { stamp: string | undefined; set: Promise<LiveSet | undefined> } | undefined;
  let lookedAt = 0;
  const say = sayChanges(log);

  async function fresh(): Promise<LiveSet | undefined> {
    const lookedAtPointers = Date.now();
    const stamp = await stampOf(store);
    lookedAt = lookedAtPointers;
    if (held?.stamp !== stamp) held = { stamp, set: read(held?.set) };
    return held.set;
  }

  async function read(before?: Promise<LiveSet | undefined>): Promise<LiveSet | undefined> {
    try {
      const { set, unreadable, leftOut } = await readLiveSet(store);
      if (unreadable.length > 0) readAgain();
      say.live(set, unreadable, leftOut);
      return set;
    } catch (error) {
      readAgain();
      say.fault(error);
      return before;
    }
  }

  /** A release may arrive after its pointer, or a mount be back, and no pointer tells of it. */
  function readAgain(): void {
    if (held) held.stamp = undefined;
  }

  let looking: Promise<LiveSet | undefined> | undefined;
  const cached = () => {
    if (held && Date.now() - lookedAt < lookAgainMs) return held.set;
    // One look serves all who wait for it: 32 connections would else look 32 times (0.49 of a bare
    // handler's throughput instead of 0.7).
    looking ??= fresh().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return { fresh, cached };
}

/** Changes whenever a pointer is replaced: a rename brings a new file. */
async function stampOf(store: Store): Promise<string> {
  const names = await listNames(store);
  const stamps = await Promise.all(
    names.map(async (name) => {
      const file = await stat(pointerFile(store, name)).catch(() => undefined);
      return `${name}:${file?.ino}:${file?.mtimeMs}`;
    }),
  );
  return stamps.join(' ');
}

/** What is broken is read again at every visit, and told once. */
function sayChanges(log: Log) {
  let said = '';
  function once(what: string, tell: () => void): void {
    if (said !== what) tell();
    said = what;
  }
  return {
    live(
      set: LiveSet | undefined,
      unreadable: readonly string[],
      leftOut: readonly string[],
    ): void {
      once(`${set?.key} ${unreadable}`, () => {
        if (set) log.info({ live: set.key }, 'Live releases');
        if (unreadable.length > 0)
          log.error({ unreadable }, 'Releases that should be live cannot be read');
        if (leftOut.length > 0) log.error({ leftOut }, 'Pages that are left out of the site');
      });
    },
    fault(error: unknown): void {
      once(String(error), () =>
        log.error({ error: String(error) }, 'The releases cannot be read; the site stays as it is'),
      );
    },
  };
}
