import path from 'node:path';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { readManifest } from './manifest.ts';
import { readSectionPages } from './section-pages.ts';

const post = (title: string, more = '') =>
  `---\ntitle: ${title}\ndescription: What it says\n${more}---\nHello\n`;
const pagesOf = async (files: Record<string, string>) =>
  readSectionPages(await tinySection(files), '/pig');
const about = '{ en: { title: About, description: Who }, de: { title: Über, description: Wer } }';

test('a section without a list has no pages below its own', async () => {
  expect(await pagesOf({})).toBeUndefined();
});

test('a list has pages with their texts, and one for each Markdown file, the newest first', async () => {
  const found = await pagesOf({
    'pages.yaml': `/about: ${about}\n/news/:post: posts\n`,
    'posts/2025.en.md': post('Null', 'date: 2025-01-02\n'),
    'posts/2025.de.md': post('"Ja: nein"'),
    'posts/newest.md': post('Newest', 'date: 2026-11-23\n'),
  });
  expect(found?.faults).toEqual([]);
  expect(found?.pages.map(({ path, title, date }) => [path, title, date])).toEqual([
    ['/pig/about', { en: 'About', de: 'Über' }, undefined],
    ['/pig/news/newest', { en: 'Newest', de: 'Newest' }, '2026-11-23'],
    ['/pig/news/2025', { en: 'Null', de: 'Ja: nein' }, '2025-01-02'],
  ]);
  expect([...(found?.texts ?? [])]).toContainEqual([
    'pages/pig/news/2025.de.json',
    '[{"type":"p","props":{"children":"Hello"}}]',
  ]);
});

test('the card of a post shows the picture that the post names', async () => {
  const found = await pagesOf({
    'pages.yaml': '/:post: posts',
    'posts/seen.md': post('Seen', 'picture: ../resources/pig.svg\n'),
    'posts/unseen.md': post('Unseen'),
    'resources/pig.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="10"/>',
  });
  expect(found?.faults).toEqual([]);
  const shown = [...(found?.cardPictures ?? [])].map(([card, file]) => [card, path.basename(file)]);
  expect(shown).toEqual(
    ['de', 'en'].map((language) => [`cards/pig/seen.${language}.jpg`, 'pig.svg']),
  );
});

test('a byte order mark at the begin of a file is ignored', async () => {
  const found = await pagesOf({
    'package.json': `\ufeff{ "name": "@team/remote-pig" }`,
    'pages.yaml': `\ufeff/about: ${about}\n/:post: posts\n`,
    'posts/marked.md': `\ufeff${post('Marked').replaceAll('\n', '\r\n')}`,
  });
  expect(found?.faults).toEqual([]);
  expect(found?.pages.map(({ title }) => title.en)).toEqual(['About', 'Marked']);
  const folder = await tinySection({ 'package.json': `\ufeff{ "name": "@team/remote-pig" }` });
  expect((await readManifest(folder)).name).toBe('@team/remote-pig');
});

const many = (count: number) =>
  Array.from({ length: count }, (_, number) => `/page-${number}: ${about}\n`).join('');

test.each([
  ['10,000 pages', { 'pages.yaml': many(10_000) }, /lists more than 100 pages|larger than/],
  [
    '101 pages',
    { 'pages.yaml': many(101) },
    /lists more than 100 pages: take the oldest out, or give them a section of their own\.$/,
  ],
  ['a foreign address', { 'pages.yaml': `//evil: ${about}` }, /"\/pig\/\/evil" can be no address/],
  ['a way out', { 'pages.yaml': `/../api: ${about}` }, /"\/pig\/\.\.\/api" can be no address/],
  ['no slash', { 'pages.yaml': `api: ${about}` }, /"\/pigapi" can be no address/],
  ['a folder outside', { 'pages.yaml': '/:post: ../../etc' }, /is to be a path with words/],
  ['no folder', { 'pages.yaml': '/about: posts' }, /"\/about" is to be a path with words/],
  ['a number', { 'pages.yaml': '7' }, /^pages\.yaml is not right/],
  ['a list', { 'pages.yaml': '- /about' }, /^pages\.yaml is not right/],
  ['no YAML', { 'pages.yaml': '{' }, /^pages\.yaml cannot be read/],
  ['aliases', { 'pages.yaml': '/a: &a {}\n/b: *a' }, /^pages\.yaml cannot be read/],
  ['a key of every object', { 'pages.yaml': `/__proto__: ${about}` }, /can be no address/],
  [
    'words in one language',
    { 'pages.yaml': '/about: { en: { title: About, description: Who } }' },
    /\/pig\/about lacks its title and description in "de"/,
  ],
  [
    'an endless title',
    { 'pages.yaml': `/about: ${about.replace('Über', 'Ü'.repeat(200))}` },
    /\/pig\/about title\.de: is longer than 120 characters/,
  ],
  [
    'a title of two lines',
    { 'pages.yaml': `/about: ${about.replace('Über', '"a\\nb"')}` },
    /title\.de: is no line of text/,
  ],
  [
    'a post in one language',
    { 'pages.yaml': '/:post: posts', 'posts/a.en.md': post('A') },
    /posts\/a\.de\.md is missing/,
  ],
  [
    'a post without a title',
    { 'pages.yaml': '/:post: posts', 'posts/a.md': 'Hello' },
    /posts\/a\.md has to begin with a line ---/,
  ],
  [
    'a post with an odd name',
    { 'pages.yaml': '/:post: posts', 'posts/My Post.md': post('A') },
    /posts\/My Post\.md is no name of a page/,
  ],
  [
    'a lost picture',
    { 'pages.yaml': '/:post: posts', 'posts/a.md': post('A', 'picture: ../resources/a.png\n') },
    /posts\/a\.md shows \.\.\/resources\/a\.png, which is not there/,
  ],
  [
    'a day that is none',
    { 'pages.yaml': '/:post: posts', 'posts/a.md': post('A', 'date: 2026-13-01\n') },
    /posts\/a\.md is not right: date/,
  ],
])('%s is refused with a sentence', async (_what, files, says) => {
  const { faults = [] } = (await pagesOf(files)) ?? {};
  expect(faults.join('\n')).toMatch(says);
  expect(faults.length).toBeLessThan(25);
});
