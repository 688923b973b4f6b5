import { expect, test } from '@jest/globals';
import { buildRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { drawFiles } from './draw-files.ts';

const store = await temporaryStore();
const cardPictures = new Map<string, string>();
const noBrowser = async () => undefined;
const post = { path: '/pig/first', title: { en: 'First' }, description: { en: 'What it says' } };

test('without a browser posts have no cards', async () => {
  await addSmallSite(store);
  const pages = [{ ...post, minutes: { en: 1 } }];
  const built = await buildRelease(store, 'pig', sectionFiles('pig', 'Pig'), { pages });
  expect((await drawFiles(store, { built, cardPictures }, noBrowser)).size).toBe(0);
});
