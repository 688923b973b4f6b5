import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { countFailure } from '@portfolio/releases/ledger/failure-counts.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';

interface Sources {
  store: Store;
  find: LiveReleases['find'];
  log: Log;
}

/** Who is remembered of one release; beyond it the oldest might be counted again. */
const mostVisitors = 1000;
/** Releases of one name that are remembered; those of another one never push them out. */
const mostReleases = 20;

/**
 * Records which releases failed a visitor. A page that fell back asks for the texts of the
 * release before, and says in the same call which one it could not use: no third call is needed.
 * Every visitor counts once per release: by the IPv4 address, or the /56 of an IPv6 household, which
 * could otherwise count as often as it has addresses. Each release remembers for itself, and each
 * name its releases, so that reports of one, forged or not, let nobody be counted twice for another.
 */
export function takeFailureReports({ store, find, log }: Sources) {
  const seen = new Map<string, LRUCache<string, LRUCache<string, true>>>();
  return async (refs: readonly ReleaseRef[], address: string): Promise<void> => {
    const visitor = refs.length > 0 ? ipKeyGenerator(address, 56) : '';
    for (const ref of refs) {
      const release = `${ref.name}@${ref.id}`;
      if (!(await find(ref))) continue;
      const ofName = seen.get(ref.name) ?? new LRUCache({ max: mostReleases });
      seen.set(ref.name, ofName);
      const visitors = ofName.get(ref.id) ?? new LRUCache<string, true>({ max: mostVisitors });
      ofName.set(ref.id, visitors);
      if (visitors.has(visitor)) continue;
      visitors.set(visitor, true);
      log.warn({ release }, 'A release failed a visitor');
      // The visitor needs the texts, whether or not there is room on the disk to count.
      await countFailure(store, ref).catch((error: Error) =>
        log.error({ release, reason: error.message }, 'The failure could not be counted'),
      );
    }
  };
}
