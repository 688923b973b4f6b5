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
  ...['/b?c', '/-', '/sitemap.xml'],
  ...['/api', '/api/contact', '/releases', '/healthz'],
])('%j is none', (path) => {
  expect(pageSchema.shape.path.safeParse(path).success).toBe(false);
});

test.each([-1, 0.5, Number.NaN])('%d is no place in the navigation', (order) => {
  expect(pageSchema.shape.order.safeParse(order).success).toBe(false);
});

const page = {
  path: '/blog/first',
  title: { en: 'First' },
  description: { en: 'What it says' },
  date: '2026-11-23',
  tags: { en: ['a'] },
  minutes: { en: 1 },
};

const content = { bytes: 0, integrity: `sha384-${'A'.repeat(64)}` };
const own = { path: '/blog', order: 0, label: 'blog.document.title', icon: 'panel-top' };
const release: Release = {
  name: 'blog',
  id: '0123456789ab',
  createdAt: '2026-11-23T10:00:00.000Z',
  commit: 'abc1234',
  files: { 'main.mjs': content, 'locales/en.yaml': content },
  entry: 'main.mjs',
  requires: { react: '^19.0.0' },
  page: own,
  pages: [page, { ...page, path: '/blog/b', date: undefined, tags: undefined, minutes: undefined }],
  origins: ['https://api.example.com'],
  provides: { react: '19.3.0' },
};
function faultsOf(more: object) {
  const { error } = releaseSchema.safeParse({ ...release, ...more });
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

const withPage = (more: object) => ({ pages: [{ ...page, ...more }] });
const withFile = (file: string) => ({ files: { 'main.mjs': content, [file]: content } });

test.each([
  ['an entry that is none of its files', { entry: 'constructor' }, 'entry is none of the files'],
  ['no page', { page: undefined, pages: undefined }, 'page is missing'],
  ['a page of another section', withPage({ path: '/art/x' }), 'pages are not all below its own'],
  ['one page twice', { pages: [page, page] }, 'pages name one twice'],
  ['a name of two lines', { page: { ...own, label: 'a\nb' } }, 'page.label is no line of text'],
  ['a file outside', withFile('a/../x'), 'files.a/../x Invalid key in record'],
  ['a hidden file', withFile('.env'), 'files..env Invalid key in record'],
  ['a file that is a query', withFile('a?b'), 'files.a?b Invalid key in record'],
  ['a tag of two lines', withPage({ tags: { en: ['a\nb'] } }), 'tags.en.0 is no line of text'],
  ['a tag that turns words', withPage({ tags: { en: ['\u202egip'] } }), 'en.0 is no line of text'],
  ['a tag that no feed has', withPage({ tags: { en: ['\ufffe'] } }), 'en.0 is no line of text'],
  ['an empty tag', withPage({ tags: { en: [''] } }), 'tags.en.0 Too small'],
  ['tags in no language', withPage({ tags: { '"><script>': ['a'] } }), 'tags."><script> In'],
  ['no time at all', withPage({ minutes: { en: 0 } }), 'minutes.en Too small'],
  ['words for a time', withPage({ minutes: { en: '<b>' } }), 'minutes.en Invalid input'],
  ['a day that is none', withPage({ date: '2026-13-01' }), 'date Invalid ISO date'],
])('a description with %s is refused', (_what, more, fault) => {
  expect(releaseSchema.parse(release)).toEqual(release);
  expect(faultsOf(more)).toEqual([expect.stringContaining(fault)]);
});

const some = <It>(count: number, make: (at: number) => It) => Array.from(Array(count).keys(), make);
const named = <Item>(count: number, item: Item, end = '') =>
  Object.fromEntries(some(count, (at) => [`en-${at + 10}${end}`, item]));
const a = (count: number) => 'a'.repeat(count);
const withOwn = (more: object) => ({ page: { ...own, ...more }, pages: undefined });
const withFiles = (files: object) => ({ files: { 'main.mjs': content, ...files } });
const ofBytes = (bytes: number) => ({ ...content, bytes });
const almost = { a: ofBytes(2 ** 24 - 9), ...named(7, ofBytes(2 ** 24)) };

test.each<[fault: string, most: number, make: (count: number) => object]>([
  ['name Invalid', 41, (n) => ({ name: a(n) })],
  ['createdAt Too', 30, (n) => ({ createdAt: `${'2026-11-23T10:00:00.'.padEnd(n - 1, '0')}Z` })],
  ['commit Invalid', 64, (n) => ({ commit: a(n) })],
  ['files are more than 1000: leave', 1000, (n) => withFiles(Array(n - 1).fill(content))],
  ['Invalid key', 200, (n) => withFiles({ [a(n)]: content })],
  ['files.a.bytes has more than the 16,777,216', 2 ** 24, (n) => withFiles({ a: ofBytes(n) })],
  ['more than 134,217,728', 2 ** 27, (n) => withFiles({ ...almost, b: ofBytes(n - 2 ** 27 + 9) })],
  ['files have more than the 5 scripts', 5, (n) => withFiles(named(n - 1, content, '.mjs'))],
  ['requires are more than 50', 50, (n) => ({ requires: named(n, '*') })],
  ['requires.a', 214, (n) => ({ requires: { [a(n)]: '*' } })],
  ['provides.react Too', 100, (n) => ({ provides: { react: a(n) } })],
  ['page.path Too', 100, (n) => withOwn({ path: `/${a(n - 1)}` })],
  ['page.order Too', 1000, (n) => withOwn({ order: n })],
  ['page.label is longer than 100 ch', 100, (n) => withOwn({ label: a(n) })],
  ['page.icon is longer than 100 ch', 100, (n) => withOwn({ icon: a(n) })],
  ['pages are more', 100, (n) => ({ pages: some(n, (at) => ({ ...page, path: `/blog/${at}` })) })],
  ['title.en is longer than 120 ch', 120, (n) => withPage({ title: { en: a(n) } })],
  ['title is in more than 24 languages', 24, (n) => withPage({ title: named(n, 'a') })],
  ['description.en is longer than 300', 300, (n) => withPage({ description: { en: a(n) } })],
  ['tags.en Too', 10, (n) => withPage({ tags: { en: some(n, String) } })],
  ['tags.en.0 is longer than 40', 40, (n) => withPage({ tags: { en: [a(n)] } })],
  ['must be no more than 12', 12, (n) => ({ origins: some(n, (at) => `https://${at}.example`) })],
  ['minutes.en Too', 1000, (n) => withPage({ minutes: { en: n } })],
])('%s: %i is the most', (fault, most, make) => {
  expect(faultsOf(make(most))).toBeUndefined();
  expect(faultsOf(make(most + 1))).toEqual([expect.stringContaining(fault)]);
});

test('the id depends on the content, not on name, time, commit, the order of the keys or the version', () => {
  const files = Object.fromEntries(Object.entries(release.files).reverse());
  const equal = { ...release, files, name: 'news', createdAt: '', commit: '' };
  expect([release, equal].map(idOf)).toEqual(['fbba3554e808', 'fbba3554e808']);
  expect(idOf({ ...release, requires: {} })).not.toBe(idOf(release));
});

test('of a list of releases the valid ones are read', () => {
  const [home, id] = ['home@0123456789ab', '0123456789ab'];
  const wrong = ['', 'a@x', `a@0${id}`, `a@${id}@x`, `Ab@${id}`, `constructor@${id}`, `../x@${id}`];
  expect(parseRefs([...wrong, home].join())).toEqual([{ name: 'home', id }]);
  expect(parseRefs(null)).toEqual([]);
});

test('text from elsewhere cannot steer a terminal, and is cut', () => {
  expect(printable('a\u001b[31m\nb\u202e')).toBe('a?[31m?b?');
  expect(printable('x'.repeat(200))).toHaveLength(100);
});

test.each([
  ...['https://api.example.com', 'https://api.example.com:8443'],
  ...['http://localhost:8080', 'http://127.0.0.1:8080', `https://${a(96)}.com`],
])('%s can be named', (origin) => {
  expect(originsSchema.safeParse([origin]).success).toBe(true);
});

test.each([
  ...['http://api.example.com', 'http://localhost.example.com', 'https://api.example.com/'],
  ...['https://api.example.com:443', 'https://API.example.com', 'https://*.example.com'],
  ...['https://user@example.com', 'https://api.example.com?a', `https://${a(97)}.com`],
  ...['https://api.example.com;script-src *', "https://api.example.com 'unsafe-inline'"],
  ...['https://api.example.com\nX-Header: a', "'unsafe-inline'", '*', 'https:', ''],
  ...['wss://api.example.com', '//api.example.com', 'https://a.example:123456'],
])('%j cannot be named', (origin) => {
  expect(originsSchema.safeParse([origin]).error?.issues.map(({ message }) => message)).toEqual([
    'must be whole origins such as https://api.example.com, without a path or a wildcard (http:// for localhost alone)',
  ]);
});
