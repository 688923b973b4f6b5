import { expect, test } from '@jest/globals';
import { originsSchema } from './origins.ts';

const areFine = (...origins: string[]) => originsSchema.safeParse(origins).success;

test.each([
  'https://api.example.com',
  'https://api.example.com:8443',
  'https://127.0.0.1:8443',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
])('%s can be named', (origin) => {
  expect(areFine(origin)).toBe(true);
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
])('%j cannot be named', (origin) => {
  expect(areFine(origin)).toBe(false);
});

test('twelve origins can be named, and no more', () => {
  const twelve = Array.from({ length: 12 }, (_none, at) => `https://${at}.example`);
  expect(areFine(...twelve)).toBe(true);
  expect(areFine(...twelve, 'https://a.example')).toBe(false);
});
