import { expect, test } from '@jest/globals';
import { pageAt, siteMap } from './site-map.ts';

test.each(siteMap)('$path is the page of $section, with a slash at its end too', (page) => {
  expect(pageAt(page.path)).toBe(page);
  expect(pageAt(`${page.path}/`)).toBe(page);
});

test.each(['/', '', '/HOME', '/home/more', '/home//', 'home'])('%j is no page', (path) => {
  expect(pageAt(path)).toBeUndefined();
});
