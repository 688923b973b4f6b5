import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { prune } from '../store/prune.ts';
import { keepPages, readPages } from './prerendered-pages.ts';

const page = (html: string, css = '.a{color:red;}') => ({ html, css, stylesVersion: '6.6.0' });
const layoutOf = ({ id }: { id: string }) => `${id}-0123456789ab`;
const pages = new Map([
  ['en', page('<main><h1>Hello<!-- -->!</h1><img src="/releases/pig/1/resources/a.svg"></main>')],
  ['de', page('<main><!--$--><h1>Hallo</h1><br><!--/$--></main>')],
]);

async function storeWithPages() {
  const store = await temporaryStore();
  const pig = await layRelease(store, 'pig', { 'main.mjs': 'one' });
  const shell = await layRelease(store, 'shell', { 'main.mjs': 'shell' });
  await keepPages(store, { ...pig, layout: layoutOf(shell) }, pages);
  return { store, pig, shell };
}

test('the pages of a release are found by its id and the layout they were made for', async () => {
  const { store, pig, shell } = await storeWithPages();
  expect(await readPages(store, { ...pig, layout: layoutOf(shell) })).toEqual(pages);
  expect(await readPages(store, { ...pig, layout: layoutOf(pig) })).toBeUndefined();
  expect(await readPages(store, { ...shell, layout: layoutOf(shell) })).toBeUndefined();
});

test('they lie in the folder of their section, and no other file is left there', async () => {
  const { store, pig, shell } = await storeWithPages();
  const folder = path.join(store.folder, 'pig', `${pig.id}.pages`);
  expect(await readdir(folder)).toEqual([`${layoutOf(shell)}.json`]);
});

test('a release that is pruned takes its pages along, a shell those of all sections', async () => {
  const { store, pig, shell } = await storeWithPages();
  const next = await layRelease(store, 'shell', { 'main.mjs': 'next' });
  await keepPages(store, { ...pig, layout: layoutOf(next) }, pages);
  for (const content of ['two', 'three']) await layRelease(store, 'shell', { 'main.mjs': content });
  await prune(store, [shell]);
  expect(await readPages(store, { ...pig, layout: layoutOf(shell) })).toBeUndefined();
  expect(await readPages(store, { ...pig, layout: layoutOf(next) })).toEqual(pages);
  for (const content of ['two', 'three']) await layRelease(store, 'pig', { 'main.mjs': content });
  await prune(store, [pig]);
  expect(await readPages(store, { ...pig, layout: layoutOf(next) })).toBeUndefined();
  expect(await readdir(path.join(store.folder, 'pig'))).not.toContain(`${pig.id}.pages`);
});
