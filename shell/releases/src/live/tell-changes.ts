import type { LiveName } from './live-name.ts';
import type { LiveSet } from './live-set.ts';
import type { Log } from './release-cache.ts';

/** Tells the log what is live and what is broken: what is read again and again is told once. */
export function tellChanges(log: Log) {
  let said = '';
  return (set: LiveSet | undefined, live: readonly LiveName[]): void => {
    const unreadable = live.flatMap(({ faults }) =>
      faults.map(({ of, reason }) => `${of}: ${reason}`),
    );
    const now = `${set?.key} ${unreadable}`;
    if (said === now) return;
    said = now;
    if (set) log.info({ live: set.key }, 'Live releases');
    if (unreadable.length > 0)
      log.error({ unreadable }, 'Releases that should be live cannot be read');
    const ofNames = live.flatMap(({ faults }) => faults);
    const leftOut = (set?.faults ?? [])
      .filter((fault) => !ofNames.includes(fault))
      .map(({ of, reason }) => `${of}: ${reason}`);
    if (leftOut.length > 0) log.error({ leftOut }, 'Pages that are left out of the site');
  };
}
