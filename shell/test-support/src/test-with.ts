import { test } from '@jest/globals';
import { type Need, reasonAgainst } from './needs.ts';

/** Jest's `test` for tests that need these. Where they are missing, it skips, with the reason in the name. */
export function testWith(...needs: readonly Need[]): Pick<typeof test, 'each'> & TestOfJest {
  const reason = reasonAgainst(...needs);
  if (reason === undefined) return test;
  const skip: TestOfJest = (name) => test.skip(`${name} (${reason})`, () => {});
  return Object.assign(skip, { each: (() => skip) as unknown as (typeof test)['each'] });
}

type TestOfJest = (name: string, run: () => void | Promise<void>) => void;
