import { expect, test } from '@jest/globals';
import { ageOf } from './age.ts';

test.each([
  [0, '< 1 min'],
  [59_999, '< 1 min'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [90_000_000, '1 d'],
])('%i ms are %s', (ms, said) => {
  expect(ageOf(ms)).toBe(said);
});
