import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Log } from '../live/live-release.ts';
import { readDescription } from '../release/read-release.ts';
import { clearStaging } from '../store/clear-staging.ts';
import type { Store } from '../store/store.ts';
import { DatabaseAwayError, explain } from './errors.ts';
import type { Pool, Run } from './pool.ts';
import { channel } from './releases.ts';
import { type Followed, fetchRelease, followName, sweepContents } from './sync-section.ts';

/** At most once in this time: a replica that keeps breaking has a bad disk. */
const mendAgainMs = 60_000;

/** The database is asked for unknown ids this often at most. */
const lookAgainMs = 250;

/** Broken files of the disk are replaced, though nothing has changed. */
const lookAtAllMs = 60_000;

/** The version of each name. The shell comes last, when its sections are there. */
const changesOfNames = `SELECT name, changed FROM sections ORDER BY name = 'shell', name`;

/** A row of it. */
export interface Change {
  name: string;
  changed: number;
}

interface Sources {
  run: Run;
  /** For contents, which take long over a slow connection. */
  runLong: Run;
  copy: Store;
  log: (facts: object, what: string) => void;
  /** The database is known to be away, and is not waited for. */
  isAway: () => boolean;
}

/** Keeps this machine's replica. */
export function openReplica({ run, runLong, copy, log, isAway }: Sources) {
  const known = new Map<string, Followed>();
  const fetching = new Map<string, Promise<boolean>>();
  const mended = new LRUCache<string, true>({ max: 1000, ttl: mendAgainMs });
  /** Names that this machine could not follow, and why. */
  const behind = new Map<string, string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookedAtAll = Number.NEGATIVE_INFINITY;

  function once(ref: ReleaseRef, work: () => Promise<boolean>): Promise<boolean> {
    const key = `${ref.name}@${ref.id}`;
    const underWay =
      fetching.get(key) ??
      work()
        .catch((error) => Promise.reject(explain(error)))
        .finally(() => fetching.delete(key));
    fetching.set(key, underWay);
    return underWay;
  }

  const isHere = (ref: ReleaseRef) =>
    readDescription(copy, ref.name, ref.id).then(
      () => true,
      () => false,
    );

  const fetchAnew = (ref: ReleaseRef) => fetchRelease({ run, runLong, copy }, ref);
  const fetchAny = (ref: ReleaseRef) =>
    once(ref, async () => (await isHere(ref)) || fetchAnew(ref));

  async function pull(name: string): Promise<void> {
    try {
      const following = { run, copy, fetch: fetchAny, log };
      const found = await followName(following, name, known.get(name)?.ids);
      if (found) known.set(name, found);
      behind.delete(name);
    } catch (error) {
      throw explain(error);
    }
  }

  /** A fault of one name does not stop the others. */
  async function follow(changes: readonly Change[]): Promise<void> {
    const isTimeForAll = performance.now() - lookedAtAll > lookAtAllMs;
    for (const { name, changed } of changes)
      if (isTimeForAll || known.get(name)?.changed !== changed)
        await pull(name).catch((error) => noteBehind(name, error));
    if (!isTimeForAll) return;
    await clearStaging(copy, new Date());
    await sweepContents(copy);
    lookedAtAll = performance.now();
  }

  function noteBehind(name: string, error: Error): void {
    if (error instanceof DatabaseAwayError) throw error;
    if (behind.get(name) !== error.message)
      log({ name, reason: error.message }, 'A name cannot be followed');
    behind.set(name, error.message);
  }

  async function pullChanged(): Promise<void> {
    const changes = await run<Change>(changesOfNames).catch((error) => {
      throw explain(error);
    });
    await follow(changes);
  }

  /** A page from another machine may ask for what this one has not heard of yet. */
  async function lookAgain(): Promise<void> {
    if (isAway() || performance.now() - lookedAt < lookAgainMs) return;
    lookedAt = performance.now();
    await pullChanged();
  }

  return {
    /** Ids can be made up: for unknown ones the database is asked now and then. */
    async fetch(ref: ReleaseRef): Promise<boolean> {
      if (await isHere(ref)) return true;
      const isKnown = () => known.get(ref.name)?.ids.has(ref.id) === true;
      if (!isKnown()) await lookAgain();
      return isKnown() && fetchAny(ref);
    },

    async mend(ref: ReleaseRef): Promise<boolean> {
      const key = `${ref.name}@${ref.id}`;
      if (mended.has(key)) return false;
      mended.set(key, true);
      const isMended = await once(ref, () => fetchAnew(ref)).catch(() => false);
      if (isMended) log({ release: key }, 'The copy of a release was broken, and is exchanged');
      return isMended;
    },

    pull,
    pullChanged,
    follow,
    /** Why this machine is behind, of the first name it cannot follow. */
    behind: () => behind.values().next().value,
  };
}

/** A notice comes within milliseconds; a lost one is made up for after this time. */
const lookEveryMs = 2000;
/** A connection without any data is given up after this time. */
const timeoutMs = 3000;
/** Random, so that machines do not reconnect all at once. */
const longestPauseMs = 5000;

interface Listening {
  /** For the one connection that hears the notices. */
  pool: Pool;
  follow: (changes: readonly Change[]) => Promise<void>;
  log: Log;
}

/**
 * Follows changes until it is closed, by notices and by a look every few seconds. It survives any fault
 * of the database.
 */
export function followChanges({ pool, follow, log }: Listening) {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let trouble: string | undefined;
  let pauseMs = 250;

  async function listen(): Promise<void> {
    const client = await pool.connect();
    let wake = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => {});
    client.on('notification', () => wake.resolve());
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('Connection terminated')));
    try {
      await client.query({
        text: `LISTEN ${channel}`,
        query_timeout: timeoutMs,
      } as pg.QueryConfig);
      while (!closing.signal.aborted) {
        // From here on a notice leads to another look.
        wake = Promise.withResolvers();
        const look = { text: changesOfNames, query_timeout: timeoutMs };
        await follow((await client.query<Change>(look as pg.QueryConfig)).rows);
        noteSuccess();
        await Promise.race([wake.promise, lost.promise, pause(lookEveryMs)]);
      }
    } finally {
      client.release(true);
    }
  }

  function noteSuccess(): void {
    if (trouble) log.info({}, 'The database is back, and this machine follows again');
    trouble = undefined;
    pauseMs = 250;
    first.resolve();
  }

  function noteFailure(error: unknown): void {
    const { message } = explain(error) as Error;
    if (trouble !== message) log.error({ reason: message }, 'The database cannot be followed');
    trouble = message;
    first.resolve();
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch(noteFailure);
      if (closing.signal.aborted) break;
      await pause(pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs);
    }
  }

  function pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: closing.signal }).catch(() => {});
  }
  const running = run();

  return {
    /** Resolves when what was there at the start is here, or cannot be had now. */
    begun: first.promise,
    trouble: () => trouble,
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
