import { expect, test } from '@jest/globals';
import { isSettled, isSuspicious } from './follow-visits.ts';

test.each([
  [1, 0, false],
  [2, 0, true],
  [2, 12, true],
  [2, 13, false],
  [3, 13, true],
  [3, 29, true],
  [3, 30, false],
  [1000, 30, false],
])('%i failures beside %i households served well: looked at is %s', (failed, well, isLookedAt) => {
  expect(isSuspicious({ failed, well })).toBe(isLookedAt);
});

test('what cannot become suspicious any more is settled', () => {
  expect(isSettled({ failed: 0, well: 29 })).toBe(false);
  expect(isSettled({ failed: 0, well: 30 })).toBe(true);
  expect(isSuspicious({ failed: 1_000_000, well: 30 })).toBe(false);
});
