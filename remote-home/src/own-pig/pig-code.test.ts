import { expect, test } from '@jest/globals';
import { readPig } from './pig-code.ts';

test('a code is its seven strokes', () => {
  expect(readPig('3501724')).toEqual([3, 5, 0, 1, 7, 2, 4]);
});

const others = [null, '', '350172', '35017240', '3501728', '7f3a', ' 3501724', '٣501724'];
test.each(others)('what is not seven strokes is no pig: %s', (words) => {
  expect(readPig(words)).toBeUndefined();
});
