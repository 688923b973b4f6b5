import { expect, test } from '@jest/globals';
import { isDatabaseAddress, withoutPassword } from './address.ts';

test.each([
  ['postgres://p:s%40%25@db/site', 'postgres://p@db/site', 's@%'],
  ['postgres://p:50%@db/site', 'postgres://p@db/site', '50%'],
  ['postgres://p@db/site', 'postgres://p@db/site', ''],
  ['postgres://host/host?sslmode=require', 'postgres://host/host?sslmode=require', ''],
  ['postgresql://p:s@[::1]:5433/site?password=other', 'postgresql://p@[::1]:5433/site', 'other'],
])('the password of %j is separated from its address', (text, address, password) => {
  expect(withoutPassword(text)).toEqual({ address, password });
});

test.each([
  'mysql://localhost/site',
  'postgres://',
  'postgres://first:port/site',
  'postgres://first,second/site',
  'localhost',
])('%j is no connection string for a site', (text) => {
  expect(isDatabaseAddress(text)).toBe(false);
});
