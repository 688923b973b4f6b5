import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { comparePictures } from './look-at-page.ts';

const grey = (height: number, level: number) =>
  sharp({
    create: { width: 100, height, channels: 3, background: { r: level, g: level, b: level } },
  });

/** A page, perhaps with a box at its top. */
async function pictureOf(height: number, box?: { level: number; height: number }): Promise<Buffer> {
  if (!box) return grey(height, 200).png().toBuffer();
  const input = await grey(box.height, box.level).png().toBuffer();
  return grey(height, 200)
    .composite([{ input, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

test('of two pictures of a page the part that differs is told, and both are shown beside one another', async () => {
  const compared = await comparePictures(
    await pictureOf(200),
    await pictureOf(200, { level: 0, height: 50 }),
  );
  expect(compared?.percent).toBe(25);
  expect(await sharp(compared?.picture).metadata()).toMatchObject({ width: 200, height: 200 });
});

test('what is there in one of them alone is another one', async () => {
  expect((await comparePictures(await pictureOf(100), await pictureOf(200)))?.percent).toBe(50);
});

test('letters that are smoothed another way are the same, and a page that is new has none to compare', async () => {
  const smoothed = await pictureOf(200, { level: 190, height: 100 });
  expect(await comparePictures(await pictureOf(200), smoothed)).toBeUndefined();
  expect(await comparePictures(undefined, smoothed)).toBeUndefined();
});
