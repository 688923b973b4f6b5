import { expect, test } from '@jest/globals';
import { commonOrigins, listOrigins, originsSchema, readOrigins } from './origins.ts';

const isOne = (origin: string) => originsSchema.safeParse({ connect: [origin] }).success;

test.each([
  'https://api.example.com',
  'https://api.example.com:8443',
  'https://127.0.0.1:8443',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
])('%s can be granted', (origin) => {
  expect(isOne(origin)).toBe(true);
});

test.each([
  'http://api.example.com',
  'http://localhost.example.com',
  'https://api.example.com/',
  'https://api.example.com/path',
  'https://api.example.com:443',
  'https://API.example.com',
  'https://*.example.com',
  'https://*',
  'https://user@example.com',
  'https://api.example.com?a',
  'https://api.example.com;script-src *',
  "https://api.example.com 'unsafe-inline'",
  'https://api.example.com,https://b.example',
  'https://api.example.com\nX-Header: a',
  "'unsafe-inline'",
  "'self'",
  '*',
  'https:',
  'data:',
  'blob:',
  'wss://api.example.com',
  '//api.example.com',
  '',
])('%j cannot be granted', (origin) => {
  expect(isOne(origin)).toBe(false);
});

test('an unknown use, more than twelve origins and an empty list cannot be granted', () => {
  const twelve = Array.from({ length: 12 }, (_none, at) => `https://${at}.example`);
  expect(originsSchema.safeParse({ connect: twelve }).success).toBe(true);
  for (const wrong of [
    { script: ['https://a.example'] },
    { connect: twelve, img: ['https://a.example'] },
    { connect: [] },
  ])
    expect(originsSchema.safeParse(wrong).success).toBe(false);
});

test('common origins are those that both have for the same use', () => {
  const asked = {
    connect: ['https://a.example', 'https://b.example'],
    frame: ['https://c.example'],
  };
  const granted = { connect: ['https://b.example', 'https://c.example'] };
  expect(commonOrigins(asked, granted)).toEqual({ connect: ['https://b.example'] });
  expect(commonOrigins(asked, undefined)).toEqual({});
  expect(readOrigins(listOrigins(asked))).toEqual(asked);
});
