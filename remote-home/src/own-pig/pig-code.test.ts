import { expect, test } from '@jest/globals';
import { type PigTraits, readPig, writePig } from './pig-code.ts';

test('each of 65,536 addresses has a pig of its own', () => {
  const codes = Array.from({ length: 0x10000 }, (_, number) =>
    number.toString(16).padStart(4, '0'),
  );
  expect(codes.filter((code) => writePig(readPig(code) as PigTraits) !== code)).toEqual([]);
});

test.each([null, '', '7f3', '7f3a0', '7F3A', 'zzzz', ' 7f3a', '٧f3a'])(
  'what is not four hexadecimal digits is no pig: %s',
  (words) => {
    expect(readPig(words)).toBeUndefined();
  },
);
