import { expect, test } from '@jest/globals';
import { readDatabaseAddress, withoutPassword } from './address.ts';

test('the address of one server stays unchanged, and the server may be read-only', () => {
  const url = 'postgres://portfolio:secret@db.example.com/site?sslmode=require';
  expect(readDatabaseAddress(url)).toEqual({
    hosts: [url],
    isWritable: false,
  });
});

test('several servers have an address each, and only one that accepts writes is used', () => {
  const text =
    'postgresql://p:s%40@first:5433,[::1]:5434,third/site?target_session_attrs=read-write';
  expect(readDatabaseAddress(text)).toEqual({
    hosts: [
      'postgresql://p:s%40@first:5433/site',
      'postgresql://p:s%40@[::1]:5434/site',
      'postgresql://p:s%40@third/site',
    ],
    isWritable: true,
  });
  expect(readDatabaseAddress('postgres://first,second/site')?.isWritable).toBe(true);
  expect(readDatabaseAddress('postgres://first/site?target_session_attrs=any')?.isWritable).toBe(
    false,
  );
});

test.each([
  ['postgres://p:s%40%25@db/site', 'postgres://p@db/site', 's@%'],
  ['postgres://p:50%@db/site', 'postgres://p@db/site', '50%'],
  ['postgres://p@db/site', 'postgres://p@db/site', ''],
  ['postgres://host/host?sslmode=require', 'postgres://host/host?sslmode=require', ''],
  [
    'postgres://p:s@first:5433,[::1]/site?target_session_attrs=any&password=other',
    'postgres://p@first:5433,[::1]/site?target_session_attrs=any',
    'other',
  ],
])('the password of %j is separated from its address', (text, address, password) => {
  expect(withoutPassword(text)).toEqual({ address, password });
});

test.each([
  'mysql://localhost/site',
  'postgres://',
  'postgres://first,,second/site',
  'postgres://first:port/site',
  'postgres://first,second/site?target_session_attrs=standby',
  'first,second',
])('%j is no connection string for a site', (text) => {
  expect(readDatabaseAddress(text)).toBeUndefined();
});
