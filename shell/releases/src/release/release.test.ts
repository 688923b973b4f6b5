import { expect, test } from '@jest/globals';
import {
  idOf,
  originsSchema,
  pageSchema,
  parseRefs,
  printable,
  type Release,
  releaseSchema,
} from './release.ts';

test.each(['/blog', '/blog/2026', '/a-b/c-d', '/apis'])('%j is a path', (path) => {
  expect(pageSchema.shape.path.safeParse(path).success).toBe(true);
});

test.each([
  ...['', '/', 'blog', '/Blog', '/blog/', '//evil.example', '/../etc', '/a b', '/:id', '/*'],
  ...['/b?c', '/-', '/sitemap.xml', `/${'a'.repeat(100)}`],
  ...['/api', '/api/contact', '/releases', '/healthz'],
])('%j is none', (path) => {
  expect(pageSchema.shape.path.safeParse(path).success).toBe(false);
});

test.each([-1, 0.5, 1001, Number.NaN])('%d is no place in the navigation', (order) => {
  expect(pageSchema.shape.order.safeParse(order).success).toBe(false);
});

const page = {
  path: '/blog/first',
  title: { en: 'First' },
  description: { en: 'What it says' },
  date: '2026-11-23',
  tags: { en: ['pigs'] },
  minutes: { en: 3 },
};
const examine = (more: object) => releaseSchema.shape.pages.safeParse([{ ...page, ...more }]);

test('tags and reading time of a page are optional', () => {
  expect(examine({}).data).toEqual([page]);
  expect(examine({ date: undefined, tags: undefined, minutes: undefined }).success).toBe(true);
});

test.each([
  ['a tag of two lines', { tags: { en: ['a\nb'] } }],
  ['a tag that turns the words beside it', { tags: { en: ['\u202egip'] } }],
  ['a tag that no feed may have', { tags: { en: ['\ufffe'] } }],
  ['an endless tag', { tags: { en: ['a'.repeat(41)] } }],
  ['an empty tag', { tags: { en: [''] } }],
  ['eleven tags', { tags: { en: Array(11).fill('a') } }],
  ['tags in what is no language', { tags: { '"><script>': ['a'] } }],
  ['no time at all', { minutes: { en: 0 } }],
  ['a time of ever so long', { minutes: { en: 1e9 } }],
  ['words for a time', { minutes: { en: '<b>' } }],
  ['a day that is none', { date: '2026-13-01' }],
])('%s is refused', (_what, more) => {
  expect(examine(more).success).toBe(false);
});

const content = { bytes: 10, integrity: `sha384-${'A'.repeat(64)}` };
const release: Release = {
  name: 'blog',
  id: '0123456789ab',
  createdAt: '2026-11-23T10:00:00.000Z',
  commit: 'abc1234',
  files: { 'main.mjs': content, 'locales/en.yaml': content },
  entry: 'main.mjs',
  requires: { react: '^19.0.0' },
  page: { path: '/blog', order: 100, label: 'blog.document.title', icon: 'panel-top' },
  pages: [page],
  origins: ['https://api.example.com'],
  provides: { react: '19.3.0' },
};
const eightOf16 = Object.fromEntries(
  [...'abcdefgh'].map((name) => [name, { ...content, bytes: 2 ** 24 }]),
);
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...page, path: `/blog/${at}` }));
const sixScripts = Object.fromEntries([...'abcdef'].map((name) => [`${name}.mjs`, content]));
const faultsOf = (more: object) =>
  releaseSchema.safeParse({ ...release, ...more }).error?.issues.map(({ message }) => message);

test.each([
  ['an entry that is none of its files', { entry: 'constructor' }, 'is none of the files'],
  [
    'more than 128 MB',
    { files: { ...eightOf16, 'main.mjs': content } },
    'more than 134,217,728 bytes',
  ],
  ['six scripts', { files: sixScripts, entry: 'a.mjs' }, 'scripts of a section'],
  ['no page', { page: undefined, pages: undefined }, 'is missing'],
  ['a page of another section', { pages: [{ ...page, path: '/art/x' }] }, 'all below its own'],
  ['one page twice', { pages: [page, page] }, 'name one twice'],
  ['101 pages', { pages: pagesOf(101) }, 'are more than 100: take the oldest out'],
  ['51 packages', { requires: { ...Array(51).fill('*') } }, 'are more than 50'],
  [
    '1001 files',
    { files: { 'main.mjs': content, ...Array(1000).fill(content) } },
    'more than 1000',
  ],
  ['a file outside', { files: { 'main.mjs': content, 'a/../x': content } }, 'Invalid key'],
  ['a hidden file', { files: { 'main.mjs': content, '.env': content } }, 'Invalid key'],
  ['a file that is a query', { files: { 'main.mjs': content, 'a?b': content } }, 'Invalid key'],
])('a description with %s is refused', (_what, more, fault) => {
  expect(releaseSchema.parse(release)).toEqual(release);
  expect(faultsOf(more)).toEqual([expect.stringContaining(fault)]);
});

test('the id depends on the content, not on name, time, commit or the order of the keys', () => {
  const files = Object.fromEntries(Object.entries(release.files).reverse());
  const same = { ...release, files, name: 'news', createdAt: '', commit: '' };
  expect(idOf(same)).toBe(idOf(release));
  expect(idOf({ ...release, requires: {} })).not.toBe(idOf(release));
});

test('of a list of releases the valid ones are read', () => {
  const [home, id] = ['home@0123456789ab', '0123456789ab'];
  const wrong = ['', 'home', `Home@${id}`, `${home}@x`, `constructor@${id}`, '../x@0123456789ab'];
  expect(parseRefs([...wrong, home].join())).toEqual([{ name: 'home', id }]);
  expect(parseRefs(null)).toEqual([]);
});

test('text from elsewhere cannot steer a terminal, and is cut', () => {
  expect(printable('a\u001b[31m\nb\u202e')).toBe('a?[31m?b?');
  expect(printable('x'.repeat(200))).toHaveLength(100);
});

const areFine = (...origins: string[]) => originsSchema.safeParse(origins).success;

test.each([
  'https://api.example.com',
  'https://api.example.com:8443',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
])('%s can be named', (origin) => {
  expect(areFine(origin)).toBe(true);
});

test.each([
  'http://api.example.com',
  'http://localhost.example.com',
  'https://api.example.com/',
  'https://api.example.com:443',
  'https://API.example.com',
  'https://*.example.com',
  'https://user@example.com',
  'https://api.example.com?a',
  'https://api.example.com;script-src *',
  "https://api.example.com 'unsafe-inline'",
  'https://api.example.com\nX-Header: a',
  "'unsafe-inline'",
  '*',
  'https:',
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
