import type { Log } from '../../log.ts';
import { countFailure } from '../store/failure-counts.ts';
import type { ReleaseRef } from '../store/release-ref.ts';
import { readRelease, type Store } from '../store/store.ts';

/** Who is remembered at most; beyond it a visitor might be counted again. */
const mostRemembered = 10_000;

/**
 * Takes down which releases failed a visitor. A page that fell back asks for the texts of the
 * release before, and says in the same call which one it could not use: no third call is needed.
 * Every visitor counts once a release.
 */
export function takeFailureReports(store: Store, log: Log) {
  const seen = new Set<string>();
  return async (refs: readonly ReleaseRef[], visitor: string): Promise<void> => {
    for (const ref of refs) {
      const report = `${visitor} ${ref.name}@${ref.id}`;
      if (seen.has(report) || !(await readRelease(store, ref.name, ref.id))) continue;
      if (seen.size >= mostRemembered) seen.clear();
      seen.add(report);
      await countFailure(store, ref);
      log.warn({ release: `${ref.name}@${ref.id}` }, 'A release failed a visitor');
    }
  };
}
