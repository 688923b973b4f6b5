import { appendFileSync } from 'node:fs';

/** What became of the tests of one part of a run: a line of the file that `run-tests.ts` reads at the end. */
export interface Outcomes {
  passed: number;
  failed: number;
  /** The names of skipped tests, each with the reason. */
  skipped: string[];
}

/** Adds outcomes to the list that is printed at the end of `npm test`; alone, a part prints its own. */
export function noteOutcomes(outcomes: Outcomes): void {
  const file = process.env.TEST_OUTCOMES;
  if (file) appendFileSync(file, `${JSON.stringify(outcomes)}\n`);
}
