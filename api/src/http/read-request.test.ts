import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { acceptsBrotli } from './read-request.ts';

function accepts(value?: string): boolean {
  return acceptsBrotli({ headers: { 'accept-encoding': value } } as unknown as IncomingMessage);
}

test.each(['br', 'gzip, deflate, br', 'br;q=1.0', 'gzip,br;q=0.5', 'br ; q=0.001, *;q=0', 'BR'])(
  '%j takes brotli',
  (value) => {
    expect(accepts(value)).toBe(true);
  },
);

test.each([
  undefined,
  '',
  'gzip',
  'identity',
  'br;q=0',
  'br; q=0',
  'br;q=0.0',
  'br;q=0.000',
  'br;q=0 , gzip',
  'gzip, br;q=0, deflate',
  'brotli',
  'x-br',
])('%j does not', (value) => {
  expect(accepts(value)).toBe(false);
});
