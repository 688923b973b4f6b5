import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import { readDescription } from '../read-release.ts';
import type { Store } from '../store.ts';
import { explain } from './database-errors.ts';
import { fetchRelease } from './fetch-release.ts';
import { type Followed, followName } from './follow-name.ts';
import type { Run } from './pool.ts';
import { sweepContents } from './sweep-contents.ts';

/** A copy that breaks again and again has a bad disk: it is not fetched again and again. */
const mendAgainMs = 60_000;

/** Keeps this machine's copy. */
export function openMachineCopy(run: Run, copy: Store, log: (facts: object, what: string) => void) {
  const known = new Map<string, Followed>();
  const fetching = new Map<string, Promise<boolean>>();
  const mended = new LRUCache<string, true>({ max: 1000, ttl: mendAgainMs });

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

  const fetchAny = (ref: ReleaseRef) =>
    once(ref, async () => (await isHere(ref)) || fetchRelease(run, copy, ref));

  async function pull(name: string): Promise<void> {
    try {
      const following = { run, copy, fetch: fetchAny, log };
      const found = await followName(following, name, known.get(name)?.ids);
      if (found) known.set(name, found);
      if (found && found.gone > 0) await sweepContents(copy);
    } catch (error) {
      throw explain(error);
    }
  }

  return {
    /** Of what nobody has released nobody is asked: anybody can make up ids. */
    async fetch(ref: ReleaseRef): Promise<boolean> {
      if (known.get(ref.name)?.ids.has(ref.id)) return fetchAny(ref);
      return isHere(ref);
    },

    async mend(ref: ReleaseRef): Promise<boolean> {
      const key = `${ref.name}@${ref.id}`;
      if (mended.has(key)) return false;
      mended.set(key, true);
      const isMended = await once(ref, () => fetchRelease(run, copy, ref)).catch(() => false);
      if (isMended) log({ release: key }, 'The copy of a release was broken, and is exchanged');
      return isMended;
    },

    pull,

    /** Follows whatever has changed since the last time, the shell last: sections suit it when it comes. */
    async pullChanged(): Promise<void> {
      const rows = await run<{ name: string; changed: number }>(
        `SELECT name, changed FROM sections ORDER BY name = 'shell', name`,
      ).catch((error) => {
        throw explain(error);
      });
      for (const { name, changed } of rows)
        if (known.get(name)?.changed !== changed) await pull(name);
    },
  };
}
