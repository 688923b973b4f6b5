import { expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { hashOfPage, makePageOnce } from './pages-made-once.ts';

const layout = `${'0'.repeat(12)}-${'0'.repeat(12)}`;
const file = (text: string) => ({ bytes: text.length, integrity: `sha384-${text}` });
const page = { entry: { path: '/blog/pig' }, layout };
const pageOf = (path: string, title: string) => ({
  path,
  title: { en: title },
  description: { en: '' },
});
const release = {
  name: 'blog',
  id: 'aaaaaaaaaaaa',
  createdAt: '2026-11-25T12:00:00.000Z',
  commit: '',
  entry: 'main.mjs',
  requires: {},
  pages: [pageOf('/blog/pig', 'Pig'), pageOf('/blog/cow', 'Cow')],
  files: {
    'main.mjs': file('script'),
    'locales/en.yaml': file('texts'),
    'pages/blog/pig.en.json': file('pig'),
    'pages/blog/cow.en.json': file('cow'),
    'pages.json': file('pig and cow'),
    'cards/blog/cow.en.jpg': file('card'),
  },
} satisfies Release;
const next = (changed: Record<string, string>, id = 'bbbbbbbbbbbb') => {
  const files = Object.entries(changed).map(([name, text]) => [name, file(text)]);
  return { ...release, id, files: { ...release.files, ...Object.fromEntries(files) } };
};
const hashOf = (of: Release) => hashOfPage({ ...page, release: of });

test('texts of other pages do not change the hash of a page', () => {
  const others = { 'pages/blog/cow.en.json': 'calf', 'cards/blog/cow.en.jpg': 'new' };
  expect(hashOf(next(others))).toBe(hashOf(release));
});

test.each(['main.mjs', 'locales/en.yaml', 'pages/blog/pig.en.json', 'resources/new.png'])(
  'a change of %s changes the hash of a page',
  (changed) => {
    expect(hashOf(next({ [changed]: 'another' }))).not.toBe(hashOf(release));
  },
);

const markup = (html: string) => new Map([['en', { html, css: '', stylesVersion: '' }]]);
const made = (html: string, showsOthers = false) => ({ pages: markup(html), showsOthers });

test('a cached page gets the addresses of each release, and a failed page is not cached', async () => {
  // A new script, so that no earlier run has cached the page.
  const script = { 'main.mjs': crypto.randomUUID() };
  const first = next(script);
  const make = (of: Release, result: () => ReturnType<typeof made>) =>
    makePageOnce({ ...page, release: of }, async () => result());
  const fails = () => {
    throw new Error('mud');
  };
  await expect(make(first, fails)).rejects.toThrow('mud');
  await make(first, () => made('<img src="/releases/blog/bbbbbbbbbbbb/resources/a.png">'));
  const second = next({ ...script, 'pages/blog/cow.en.json': 'calf' }, 'cccccccccccc');
  const again = await make(second, fails);
  expect(again).toEqual(markup('<img src="/releases/blog/cccccccccccc/resources/a.png">'));
});

test.each([
  ['its own title', true, 'made again', '/blog/pig'],
  ['its own title', false, 'made again', '/blog/pig'],
  ["another page's title, which it shows", true, 'made again', '/blog/cow'],
  ["another page's title, which it does not show", false, 'made', '/blog/cow'],
])('after a change of %s a page is right (shows others: %s)', async (_what, shows, right, path) => {
  const first = next({ 'main.mjs': crypto.randomUUID() });
  await makePageOnce({ ...page, release: first }, async () => made('made', shows));
  const renamed = {
    ...first,
    pages: first.pages.map((each) => (each.path === path ? pageOf(path, 'Calf') : each)),
    files: { ...first.files, 'pages.json': file('calf') },
  };
  const again = async () => made('made again', shows);
  expect(await makePageOnce({ ...page, release: renamed }, again)).toEqual(markup(right));
});
