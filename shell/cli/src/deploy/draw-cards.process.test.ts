import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import sharp from 'sharp';
import { addCards } from './draw-cards.ts';

test('the card of a post is its picture in the size that documents name', async () => {
  const folder = temporaryFolder();
  const picture = path.join(temporaryFolder(), 'pig.svg');
  await writeFile(picture, '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"/>');
  await addCards(
    folder,
    new Map(['de', 'en'].map((each) => [`cards/pig/first.${each}.jpg`, picture])),
  );
  const cards = path.join(folder, 'cards/pig');
  expect((await readdir(cards)).sort()).toEqual(['first.de.jpg', 'first.en.jpg']);
  const { width, height } = await sharp(path.join(cards, 'first.en.jpg')).metadata();
  expect([width, height]).toEqual([1200, 630]);
});
