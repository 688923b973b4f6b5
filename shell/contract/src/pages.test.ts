import { expect, test } from '@jest/globals';
import { indexPath, pageAt, readPath } from './pages.ts';

const [home, art] = [{ path: '/home' }, { path: '/art' }];

test.each([
  ['/%68ome', '/home'],
  ['/%2568ome', '/%68ome'],
  ['/b%C3%A4r/', '/bär'],
  ['/home%2Fmore', '/home%2Fmore'],
  ['/%zz', '/%zz'],
])('%s is read as %s', (path, read) => {
  expect(readPath(path)).toBe(read);
});

test.each(['/', '', '/HOME', '/home/more', '/home//', 'home'])('%j is no page', (path) => {
  expect(pageAt([home], path)).toBeUndefined();
});

test('/ leads home, or else to the first page', () => {
  expect(indexPath([art, home])).toBe('/home');
  expect(indexPath([art])).toBe('/art');
  expect(indexPath([])).toBe('/home');
});
