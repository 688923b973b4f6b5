import { expect, test } from '@jest/globals';
import { localAddress } from './local-address.ts';

test.each([
  [5037, '127.0.0.1', 'http://localhost:5037'],
  [8080, '127.0.0.1', 'http://127.0.0.1:8080'],
  [5037, '192.0.2.1', 'http://192.0.2.1:5037'],
  [5037, '::1', 'http://[::1]:5037'],
  [8080, '0.0.0.0', 'http://127.0.0.1:8080'],
  [5037, '::', 'http://localhost:5037'],
  [80, 'pig.example', 'http://pig.example:80'],
])('port %i of %s is %s', (port, host, address) => {
  expect(localAddress(port, host)).toBe(address);
  expect(URL.canParse(address)).toBe(true);
});
