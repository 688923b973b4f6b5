import { expect, test } from '@jest/globals';
import { buildRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { drawFiles } from './draw-files.ts';

const store = await temporaryStore();
const cardPictures = new Map<string, string>();
const noBrowser = async () => undefined;
const post = { path: '/pig/first', title: { en: 'First' }, description: { en: 'What it says' } };

test('without a browser posts have no cards, and a message names the page that should be printed', async () => {
  await addSmallSite(store);
  const pages = [{ ...post, minutes: { en: 1 } }];
  const built = await buildRelease(store, 'pig', sectionFiles('pig', 'Pig'), { pages });
  const said: string[] = [];
  const note = (sentence: string) => void said.push(sentence);
  expect((await drawFiles(store, { built, print: [], cardPictures }, noBrowser, note)).size).toBe(
    0,
  );
  expect(said).toEqual([]);
  expect(
    (await drawFiles(store, { built, print: ['A4'], cardPictures }, noBrowser, note)).size,
  ).toBe(0);
  expect(new Set(said)).toEqual(
    new Set([
      expect.stringMatching(/^pig is printed on paper, which takes a browser: install one/),
    ]),
  );
});

test('without a live shell nothing is drawn', async () => {
  const empty = await temporaryStore();
  const built = await buildRelease(empty, 'pig', sectionFiles('pig', 'Pig'));
  const drawn = await drawFiles(
    empty,
    { built, print: ['A4'], cardPictures },
    noBrowser,
    (sentence) => {
      throw new Error(sentence);
    },
  );
  expect(drawn.size).toBe(0);
});
