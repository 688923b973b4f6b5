import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import { readDescription } from '../release/read-release.ts';
import { clearStaging } from '../store/clear-staging.ts';
import type { Store } from '../store/store.ts';
import { DatabaseAwayError, explain } from './errors.ts';
import { fetchRelease, sweepContents } from './fetch-release.ts';
import type { Run } from './pool.ts';
import { type Followed, followName } from './sync-section.ts';

/** A copy that breaks again and again has a bad disk: it is not fetched again and again. */
const mendAgainMs = 60_000;

/** So often at most for what is unknown here. */
const lookAgainMs = 250;

/** What a disk has broken is put right, though nothing has changed. */
const lookAtAllMs = 60_000;

/** How far each name has changed; the shell comes last: sections suit it when it comes. */
export const changesOfNames = `SELECT name, changed FROM sections ORDER BY name = 'shell', name`;

/** A row of it. */
export interface Change {
  name: string;
  changed: number;
}

interface Sources {
  run: Run;
  /** For contents, which take their time over a slow line. */
  runLong: Run;
  copy: Store;
  log: (facts: object, what: string) => void;
  /** The database is known to be away: it is not waited for. */
  isAway: () => boolean;
}

/** Keeps this machine's copy. */
export function openMachineCopy({ run, runLong, copy, log, isAway }: Sources) {
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

  /** What is wrong with one name keeps this machine from following no other. */
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
