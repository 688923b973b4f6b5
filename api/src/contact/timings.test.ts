import { expect, test } from '@jest/globals';
import { pauseAfter, usualTimings } from './timings.ts';

test('pauses grow from seconds to ten minutes and no further', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 1000].map((n) => pauseAfter('kept', n, usualTimings, 0.5));
  expect(pauses.map((pause) => pause / 1000)).toEqual([5, 15, 45, 135, 405, 600, 600, 600]);
});

test('chance spreads a pause by a quarter either way', () => {
  expect(pauseAfter('kept', 9, usualTimings, 0)).toBe(450_000);
  expect(pauseAfter('kept', 9, usualTimings, 1)).toBe(750_000);
});

test('a refused message is tried about once an hour without end', () => {
  expect(pauseAfter('refused', 1, usualTimings, 0.5)).toBe(3_600_000);
  expect(pauseAfter('refused', 10_000, usualTimings, 0.5)).toBe(3_600_000);
});

test('a lease outlives the longest attempt', () => {
  expect(usualTimings.lease).toBeGreaterThan(usualTimings.attempt + 10_000);
});
