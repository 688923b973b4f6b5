import { expect, test } from '@jest/globals';
import { type ByteRange, readByteRange } from './files-router.ts';

const cases: [string | undefined, ByteRange][] = [
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', 'whole'],
  // HTTP lets a server send the whole file.
  ['Bytes = 0-9', 'whole'],
  ['bytes=0-9,5-20', { start: 0, end: 20 }],
  ['bytes=0-9,50-59', 'whole'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=500-600', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', 'unsatisfiable'],
  ['bytes=a-b', 'whole'],
  ['bytes', 'whole'],
  ['lines=0-9', 'whole'],
];

test.each(cases)('%s of a file of 100 bytes is %j', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test('of an empty file there is no part', () => {
  expect(readByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readByteRange('bytes=-1', 0)).toBe('unsatisfiable');
});
