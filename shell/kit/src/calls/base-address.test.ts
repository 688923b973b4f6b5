import { expect, test } from '@jest/globals';
import { baseAddress } from './api-client.ts';

test.each([
  ['https://rubin.example', 'https://rubin.example'],
  ['http://192.168.0.7:8080', 'http://192.168.0.7:8080'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['https://localhost.example', 'https://localhost.example'],
  ['http://localhost', 'http://localhost:5037'],
  ['https://localhost:3000', 'http://localhost:5037'],
  ['http://localhost:5037', 'http://localhost:5037'],
])('a page on %s calls %s', (page, api) => {
  expect(baseAddress(new URL(page))).toBe(api);
});
