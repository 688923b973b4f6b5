import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { readForwardedFor } from './forwarded-for.ts';

function read(header: string | undefined): unknown {
  const request = { headers: { 'x-forwarded-for': header } };
  readForwardedFor(request as unknown as Request, {} as Response, () => {});
  return request.headers['x-forwarded-for'];
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['unknown, 192.0.2.1:80,198.51.100.2', '0.0.0.0, 192.0.2.1, 198.51.100.2'],
  ['pig:80', '0.0.0.0'],
  ['', '0.0.0.0'],
  [undefined, undefined],
])('a proxy that writes %j means %j', (written, addresses) => {
  expect(read(written)).toBe(addresses);
});
