import type { Timings } from '@portfolio/api/contact/send/timings.ts';

/** The outbox's times for tests: the same order of sizes, a hundred times as fast. */
export const quickTimings: Timings = {
  attempt: 2000,
  lease: 3000,
  poll: 100,
  firstPause: 100,
  longestPause: 500,
  refusedPause: 1000,
  shutdown: 3000,
};
