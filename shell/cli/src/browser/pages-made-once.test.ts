import { expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { hashOfPage, makePageOnce } from './pages-made-once.ts';

const layout = `${'0'.repeat(12)}-${'0'.repeat(12)}`;
const file = (text: string) => ({ bytes: text.length, integrity: `sha384-${text}` });
const page = { entry: { path: '/blog/pig' }, layout };
const release = {
  name: 'blog',
  id: 'aaaaaaaaaaaa',
  createdAt: '2026-11-25T12:00:00.000Z',
  commit: '',
  entry: 'main.mjs',
  requires: {},
  files: {
    'main.mjs': file('script'),
    'locales/en.yaml': file('texts'),
    'pages/blog/pig.en.json': file('pig'),
    'pages/blog/cow.en.json': file('cow'),
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

test('a cached page gets the addresses of each release, and a failed page is not cached', async () => {
  // A new script, so that no earlier run has cached the page.
  const made = { 'main.mjs': crypto.randomUUID() };
  const first = next(made);
  const markup = (html: string) => new Map([['en', { html, css: '', stylesVersion: '' }]]);
  const make = (of: Release, pages: ReturnType<typeof markup> | undefined) =>
    makePageOnce({ ...page, release: of }, async () => pages);
  expect(await make(first, undefined)).toBeUndefined();
  await make(first, markup('<img src="/releases/blog/bbbbbbbbbbbb/resources/a.png">'));
  const second = next({ ...made, 'pages/blog/cow.en.json': 'calf' }, 'cccccccccccc');
  const again = await make(second, undefined);
  expect(again).toEqual(markup('<img src="/releases/blog/cccccccccccc/resources/a.png">'));
});
