import { expect, test } from '@jest/globals';
import { isDatabaseAddress, withoutPassword } from './address.ts';

test.each([
  ['postgres://p:s%40%25@db/site', 'postgres://p@db/site', 's@%'],
  ['postgres://p:50%@db/site', 'postgres://p@db/site', '50%'],
  ['postgres://p:a,b@db/site', 'postgres://p@db/site', 'a,b'],
  ['postgresql://p@[::1]:5433/site', 'postgresql://p@[::1]:5433/site', ''],
  ['postgres://host/host?sslmode=require', 'postgres://host/host?sslmode=require', ''],
  ['postgres://p:s@db:5433/site?password=other', 'postgres://p@db:5433/site', 'other'],
])('the password of %j is separated from its address', (text, address, password) => {
  expect(withoutPassword(text)).toEqual({ address, password });
});

test.each([
  'mysql://localhost/site',
  'postgres://',
  'postgres://first,second/site',
  'postgres://first:5432,second:5432/site',
  'postgres://first:port/site',
  'db/site',
])('%j is no connection string for a site', (text) => {
  expect(isDatabaseAddress(text)).toBe(false);
  expect(withoutPassword(text)).toBeUndefined();
});
