import { expect, test } from '@jest/globals';
import { arrangePages, defaultPage, faultOfPage, indexPath, pageAt, readPath } from './pages.ts';

const pig = defaultPage('pig');
const site = (section: string, changed = {}) => ({ section, ...defaultPage(section), ...changed });
const home = site('home', { order: 10 });

test('a section without a page declaration has its name as its path', () => {
  expect(pig).toMatchObject({ path: '/pig', label: 'pig.document.title' });
  expect(faultOfPage('pig', pig)).toBeUndefined();
});

test('a page is found at its path, also with a slash at its end', () => {
  expect(pageAt([home], '/home')).toBe(home);
  expect(pageAt([home], '/home/')).toBe(home);
});

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

test.each(['/blog', '/blog/2026', '/a-b/c-d', '/apis'])('%j is a path', (path) => {
  expect(faultOfPage('pig', { ...pig, path })).toBeUndefined();
});

test.each([
  '',
  '/',
  'blog',
  '/Blog',
  '/blog/',
  '//evil.example',
  '/../etc',
  '/a b',
  '/:id',
  '/*',
  '/b?c',
  '/sitemap.xml',
  '/-',
  `/${'a'.repeat(100)}`,
])('%j is none', (path) => {
  expect(faultOfPage('pig', { ...pig, path })).toMatch(/^"page.path" is .* like \/blog/);
});

test.each(['/api', '/api/contact', '/releases', '/healthz'])('%s is the server’s own', (path) => {
  expect(faultOfPage('pig', { ...pig, path })).toContain('answers what begins with');
});

test.each([-1, 0.5, 1001, Number.NaN])('%d is no place in the navigation', (order) => {
  expect(faultOfPage('pig', { ...pig, order })).toContain('"page.order"');
});

test.each(['home.title', 'pig', 'pig.', 'pigs.title', '__proto__.x', ''])(
  'the text %j is not allowed as the label of the section pig',
  (label) => {
    expect(faultOfPage('pig', { ...pig, label })).toContain('such as pig.navigation');
  },
);

test('pages are sorted by their order, equal ones by their names', () => {
  const pages = arrangePages([site('zoo'), site('art'), home]);
  expect(pages.map(({ section }) => section)).toEqual(['home', 'art', 'zoo']);
});

test('/ leads home, or else to the first page', () => {
  expect(indexPath([site('art'), home])).toBe('/home');
  expect(indexPath([site('art')])).toBe('/art');
  expect(indexPath([])).toBe('/home');
});
