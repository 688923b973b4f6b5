import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { keepPages, layoutsOf, readPages } from './prerendered-pages.ts';
import { prune } from './prune.ts';

const page = (html: string, css = '.a{color:red;}') => ({ html, css, stylesVersion: '6.6.0' });
const layoutOf = ({ id }: { id: string }) => `${id}-0123456789ab`;
const pages = new Map([
  ['en', page('<main><h1>Hello<!-- -->!</h1><img src="/releases/pig/1/resources/a.svg"></main>')],
  ['de', page('<main><!--$--><h1>Hallo</h1><br><!--/$--></main>')],
]);

async function storeWithPages() {
  const store = await temporaryStore();
  const pig = await addRelease(store, 'pig', { 'main.mjs': 'one' });
  const shell = await addRelease(store, 'shell', { 'main.mjs': 'shell' });
  await keepPages(store, { ...pig, layout: layoutOf(shell) }, pages);
  return { store, pig, shell };
}

test('pages are found by the id of their release and their layout', async () => {
  const { store, pig, shell } = await storeWithPages();
  expect(readPages(store, { ...pig, layout: layoutOf(shell) })).toEqual(pages);
  expect(readPages(store, { ...pig, layout: layoutOf(pig) })).toBeUndefined();
  expect(readPages(store, { ...shell, layout: layoutOf(shell) })).toBeUndefined();
});

test('new pages replace earlier ones', async () => {
  const { store, pig, shell } = await storeWithPages();
  const again = new Map([['en', page('<main>Again</main>')]]);
  await keepPages(store, { ...pig, layout: layoutOf(shell) }, again);
  expect(readPages(store, { ...pig, layout: layoutOf(shell) })).toEqual(again);
});

test.each([
  ['no JSON any more', `'{"en'`],
  ['other words', `replace(content, 'Hello', 'Hullo')`],
  ['no text', `x'00ff'`],
])('pages that the disk made %s are missing, and are made again', async (_what, damaged) => {
  const { store, pig, shell } = await storeWithPages();
  const place = { ...pig, layout: layoutOf(shell) };
  await store.local.run(`UPDATE pages SET content = ${damaged}`);
  expect([readPages(store, place), layoutsOf(store, pig)]).toEqual([undefined, []]);
  const again = new Map([['en', page('<main>Again</main>')]]);
  await keepPages(store, place, again);
  expect(readPages(store, place)).toEqual(again);
});

test('pages without a release are not stored', async () => {
  const { store, shell } = await storeWithPages();
  const gone = { name: 'pig', id: 'ffffffffffff', layout: layoutOf(shell) };
  await keepPages(store, gone, pages);
  expect(readPages(store, gone)).toBeUndefined();
});

test('pruning a release removes its pages, and pruning a shell those of all sections', async () => {
  const { store, pig, shell } = await storeWithPages();
  const next = await addRelease(store, 'shell', { 'main.mjs': 'next' });
  await keepPages(store, { ...pig, layout: layoutOf(next) }, pages);
  for (const content of ['two', 'three']) await addRelease(store, 'shell', { 'main.mjs': content });
  await prune(store, [shell]);
  expect(readPages(store, { ...pig, layout: layoutOf(shell) })).toBeUndefined();
  expect(readPages(store, { ...pig, layout: layoutOf(next) })).toEqual(pages);
  for (const content of ['two', 'three']) await addRelease(store, 'pig', { 'main.mjs': content });
  await prune(store, [pig]);
  expect(readPages(store, { ...pig, layout: layoutOf(next) })).toBeUndefined();
  expect(layoutsOf(store, pig)).toEqual([]);
});
