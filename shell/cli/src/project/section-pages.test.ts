import path from 'node:path';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { readSectionPages } from './section-pages.ts';

const post = (title: string, more = '') =>
  `---\ntitle: ${title}\ndescription: What it says\n${more}---\nHello\n`;
const pagesOf = async (files: Record<string, string>) =>
  readSectionPages(await tinySection(files), '/pig');

test('each Markdown file is a page, the newest first; one without text is drawn by the section', async () => {
  const source = await tinySection({
    'posts/2025.en.md': post('Null', 'date: 2025-01-02\n'),
    'locales/README.md': 'What translators should know',
    'posts/2025.de.md': post('"Ja: nein"'),
    'posts/about.md': post('About').replace('Hello\n', ''),
    'posts/not-yet.md': post('Not yet', 'draft: true\n'),
    // As some editors write it.
    'posts/newest.md': `\ufeff${post('Newest', 'date: 2026-11-23\ntags: [mud]\n').replaceAll('\n', '\r\n')}`,
  });
  const found = await readSectionPages(source, '/pig');
  expect(await pagesOf({})).toBeUndefined();
  expect((await readSectionPages(source, '/pig', true))?.pages.at(-1)?.path).toBe('/pig/not-yet');
  expect(found?.faults).toEqual([]);
  expect(found?.pages.map((page) => [page.path, page.title, page.minutes, page.date])).toEqual([
    ['/pig/newest', { en: 'Newest', de: 'Newest' }, { en: 1, de: 1 }, '2026-11-23'],
    ['/pig/2025', { en: 'Null', de: 'Ja: nein' }, { en: 1, de: 1 }, '2025-01-02'],
    ['/pig/about', { en: 'About', de: 'About' }, undefined, undefined],
  ]);
  expect(found?.pages[0]?.tags).toEqual({ en: ['mud'], de: ['mud'] });
  const { 'pages.json': list = '', ...texts } = Object.fromEntries(found?.files ?? []);
  expect(JSON.parse(list)).toEqual(JSON.parse(JSON.stringify(found?.pages)));
  const hello = '[{"type":"p","props":{"children":"Hello"}}]';
  const inEach = (slug: string, text: string) =>
    Object.fromEntries(['de', 'en'].map((each) => [`pages/pig/${slug}.${each}.json`, text]));
  const hellos = { ...inEach('2025', hello), ...inEach('newest', hello) };
  expect(texts).toEqual({ ...hellos, ...inEach('about', '[]') });
});

test('the card of a post shows the picture that the post names', async () => {
  const found = await pagesOf({
    'posts/seen.md': post('Seen', 'picture: ../resources/pig.svg\n'),
    'posts/unseen.md': post('Unseen'),
    'resources/pig.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="10"/>',
  });
  expect(found?.faults).toEqual([]);
  const shown = [...(found?.cardPictures ?? [])].map(([card, file]) => [card, path.basename(file)]);
  const cards = ['de', 'en'].map((language) => `cards/pig/seen.${language}.jpg`);
  expect(shown).toEqual(cards.map((card) => [card, 'pig.svg']));
});

const many = Array.from({ length: 101 }, (_, at) => [`posts/${at}.md`, post('A')]);
const a = (text: string) => ({ 'posts/a.md': text });

test.each<[string, Record<string, string>, string | RegExp]>([
  ['101 pages', Object.fromEntries(many), /^posts\/: the pages are more than 100: take .* own\.$/],
  ['no YAML', a(post('{')), /^posts\/a\.md cannot be read: .+\.\n/],
  ['aliases', a(post('&a A', 'tags: [*a]\n')), /^posts\/a\.md cannot be read/],
  ['an endless title', a(post('Ü'.repeat(121))), 'posts/: /pig/a title.de: is longer than 120'],
  ['a title of two lines', a(post('"a\\nb"')), 'title.de: is no line of text'],
  ['a post in one language', { 'posts/a.en.md': post('A') }, /^posts\/a\.de\.md is missing/],
  ['words above', a(`Hello\n${post('A')}`), /^posts\/a\.md has to begin with a line ---/],
  ['an odd name', { 'posts/My Post.md': post('A') }, /^posts\/My Post\.md is no name of a page/],
  ['a lost picture', a(post('A', 'picture: ../resources/a.png\n')), 'a.png, which is not there'],
  ['a day that is none', a(post('A', 'date: 2026-13-01\n')), 'posts/a.md is not right: date'],
  ['what is no word on drafts', a(post('A', 'draft: yes\n')), 'posts/a.md is not right: draft'],
])('%s is refused with a sentence', async (_what, files, says) => {
  const { faults = [] } = (await pagesOf(files)) ?? {};
  expect(faults.join('\n')).toMatch(says);
  expect(faults.length).toBeLessThan(25);
});
