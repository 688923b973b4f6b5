import type { ReleaseRef } from '@portfolio/contract';
import { countFailure, readRelease, type Store } from '@portfolio/releases';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';

/** Reports that are remembered; a visitor whose own is forgotten might be counted again. */
const max = 10_000;

/**
 * Takes down which releases failed a visitor. A page that fell back asks for the texts of the
 * release before, and says in the same call which one it could not use: no third call is needed.
 * Every visitor counts once a release: by the IPv4 address, or the /56 of an IPv6 household, which
 * could otherwise count as often as it has addresses.
 */
export function takeFailureReports(store: Store, log: Log) {
  const seen = new LRUCache<string, true>({ max });
  return async (refs: readonly ReleaseRef[], visitor: string): Promise<void> => {
    for (const ref of refs) {
      const release = `${ref.name}@${ref.id}`;
      const report = `${ipKeyGenerator(visitor, 56)} ${release}`;
      if (seen.has(report)) continue;
      seen.set(report, true);
      if (!(await readRelease(store, ref.name, ref.id))) {
        seen.delete(report);
        continue;
      }
      log.warn({ release }, 'A release failed a visitor');
      // The visitor needs the texts, whether or not there is room on the disk to count.
      await countFailure(store, ref).catch((error: Error) =>
        log.error({ release, reason: error.message }, 'The failure could not be counted'),
      );
    }
  };
}
