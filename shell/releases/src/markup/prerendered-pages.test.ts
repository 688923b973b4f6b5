import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { prune } from '../store/prune.ts';
import { faultOfPage } from './markup.ts';
import { BadPagesError } from './parse-pages.ts';
import { keepPages, readPages } from './prerendered-pages.ts';

// Disks are slow on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(30_000);

const page = (html: string, css = '.a{color:red;}') => ({ html, css, stylesVersion: '6.6.0' });
const frameOf = ({ id }: { id: string }) => `${id}-0123456789ab`;
const pages = new Map([
  ['en', page('<main><h1>Hello<!-- -->!</h1><img src="/releases/pig/1/resources/a.svg"/></main>')],
  ['de', page('<main><!--$--><h1>Hallo</h1><br/><!--/$--></main>')],
]);

async function storeWithPages() {
  const store = await temporaryStore();
  const pig = await layRelease(store, 'pig', { 'main.mjs': 'one' });
  const shell = await layRelease(store, 'shell', { 'main.mjs': 'shell' });
  await keepPages(store, { ...pig, frame: frameOf(shell) }, pages);
  return { store, pig, shell };
}

test('the pages of a release are found by its id and the frame they were made for', async () => {
  const { store, pig, shell } = await storeWithPages();
  expect(await readPages(store, { ...pig, frame: frameOf(shell) })).toEqual(pages);
  expect(await readPages(store, { ...pig, frame: frameOf(pig) })).toBeUndefined();
  expect(await readPages(store, { ...shell, frame: frameOf(shell) })).toBeUndefined();
});

test('they lie in the folder of their section, and no other file is left there', async () => {
  const { store, pig, shell } = await storeWithPages();
  const folder = path.join(store.folder, 'pig', `${pig.id}.pages`);
  expect(await readdir(folder)).toEqual([`${frameOf(shell)}.json`]);
});

test('a release that is pruned takes its pages along, a shell those of all sections', async () => {
  const { store, pig, shell } = await storeWithPages();
  const next = await layRelease(store, 'shell', { 'main.mjs': 'next' });
  await keepPages(store, { ...pig, frame: frameOf(next) }, pages);
  for (const content of ['two', 'three']) await layRelease(store, 'shell', { 'main.mjs': content });
  await prune(store, [shell]);
  expect(await readPages(store, { ...pig, frame: frameOf(shell) })).toBeUndefined();
  expect(await readPages(store, { ...pig, frame: frameOf(next) })).toEqual(pages);
  for (const content of ['two', 'three']) await layRelease(store, 'pig', { 'main.mjs': content });
  await prune(store, [pig]);
  expect(await readPages(store, { ...pig, frame: frameOf(next) })).toBeUndefined();
  expect(await readdir(path.join(store.folder, 'pig'))).not.toContain(`${pig.id}.pages`);
});

test.each([
  ['no JSON', '{'],
  ['other JSON', '["en"]'],
  ['pages that are none', '{"en":{"html":5}}'],
  ['a script', JSON.stringify({ en: page('<main><script>alert(1)</script></main>') })],
])('what a team wrote there itself is refused: %s', async (_what, content) => {
  const { store, pig, shell } = await storeWithPages();
  const folder = path.join(store.folder, 'pig', `${pig.id}.pages`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${frameOf(shell)}.json`), content);
  await expect(readPages(store, { ...pig, frame: frameOf(shell) })).rejects.toThrow(BadPagesError);
});

test.each([
  ['ends the place it is put into', '</div><p>free</p>'],
  ['is left open', '<main><p>'],
  ['closes what another opened', '<main><p></main></p>'],
  ['runs a script', '<main><script src="/releases/pig/1/a.mjs"></script></main>'],
  ['runs a handler', '<main><img src="/a.svg" onerror="alert(1)"/></main>'],
  ['hides a handler in an element of its own', '<main><p oNcLiCk="alert(1)">a</p></main>'],
  ['links to a script', '<main><a href="javascript:alert(1)">a</a></main>'],
  ['shows a picture of somebody else', '<main><img src="//example.com/a.png"/></main>'],
  ['shows one by its set', '<main><img srcset="/a.png 1x, https://example.com/b.png 2x"/></main>'],
  ['shows one by a backslash', '<main><img src="/\\example.com/a.png"/></main>'],
  ['shows one by a tab', '<main><img src="/\t/example.com/a.png"/></main>'],
  ['shows one by a name of the slash', '<main><img src="/&#47;example.com/a.png"/></main>'],
  ['shows one behind a table', '<table background="//example.com/a.png"></table>'],
  ['sends what is typed elsewhere', '<form action="https://example.com"></form>'],
  ['frames somebody', '<iframe src="/home"></iframe>'],
  ['changes the base', '<base href="/">'],
  ['brings styles', '<style>p{}</style>'],
  ['has a refused style', '<p style="color:red">a</p>'],
  ['hangs an attribute open', '<p title="a><script>'],
  ['has a comment that hides the rest', '<p>a</p><!--'],
  ['has an attribute without quotes', '<p title=a>b</p>'],
])('markup that %s is refused', (_what, html) => {
  expect(faultOfPage(page(html))).toEqual(expect.any(String));
});

test.each([
  ['ends its element', 'p{}</style><script>'],
  ['loads others', '@import "//example.com/a.css";'],
  ['loads others in disguise', '@\\69mport "//example.com/a.css";'],
])('a style that %s is refused', (_what, css) => {
  expect(faultOfPage(page('<p>a</p>', css))).toEqual(expect.any(String));
});

test('reading a large page takes no longer than its size', () => {
  const odd = '<p a="'.repeat(60_000);
  expect(faultOfPage(page(odd))).toEqual(expect.any(String));
  expect(faultOfPage(page(`<p ${'a '.repeat(200_000)}`))).toEqual(expect.any(String));
  expect(faultOfPage(page('<'.repeat(400_000)))).toEqual(expect.any(String));
});
