import { expect, test } from '@jest/globals';
import { median, medians } from './median.ts';

test.each([
  [[3], 3],
  [[10, 9, 100], 10],
  [[4, 1, 3, 2], 2.5],
])('the middle of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('of nothing there is no middle', () => {
  expect(median([])).toBeNaN();
});

test('every number of a row has a middle of its own', () => {
  const rows = [
    { bytes: 1, text: 30 },
    { bytes: 2, text: 10 },
    { bytes: 3, text: 20 },
  ];
  expect(medians(rows)).toEqual({ bytes: 2, text: 20 });
});
