import { test } from '@jest/globals';
import { type Need, reasonAgainst } from './needs.ts';

/** Jest's `test` for tests that need these. Where they are missing, it skips, with the reason in the name. */
export function testWith(...needs: readonly Need[]): Pick<typeof test, 'each'> & TestOfJest {
  const reason = reasonAgainst(...needs);
  if (reason === undefined) return test;
  const named = (name: string) => `${name} (${reason})`;
  const skip: TestOfJest = (name, run) => test.skip(named(name), run);
  const each = (table: readonly unknown[]) => (name: string, run: () => unknown) =>
    test.skip.each(table)(named(name), run as never);
  return Object.assign(skip, { each: each as unknown as (typeof test)['each'] });
}

type TestOfJest = (name: string, run: () => void | Promise<void>) => void;
