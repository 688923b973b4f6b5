import { expect, test } from '@jest/globals';
import { asRatio, inKilobytes, toTable } from './markdown-table.ts';

test('a table can be read as it is: names on the left, numbers on the right', () => {
  expect(
    toTable([
      ['page', 'kB'],
      ['/home', '1.5'],
      ['/x', '118.0'],
    ]),
  ).toBe('| page  |    kB |\n| ----- | ----: |\n| /home |   1.5 |\n| /x    | 118.0 |');
});

test('a kilobyte has a thousand bytes', () => {
  expect(inKilobytes(118_049)).toBe('118.0');
});

test('a ratio to nothing is none', () => {
  expect([asRatio(3, 2), asRatio(3, 0)]).toEqual(['1.50×', '–']);
});
