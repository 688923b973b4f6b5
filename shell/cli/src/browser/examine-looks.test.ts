import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { comparePictures } from './examine-looks.ts';

const grey = (height: number, level: number) =>
  sharp({
    create: { width: 100, height, channels: 3, background: { r: level, g: level, b: level } },
  });

async function pictureOf(height: number, box?: { level: number; height: number }): Promise<Buffer> {
  if (!box) return grey(height, 200).png().toBuffer();
  const input = await grey(box.height, box.level).png().toBuffer();
  return grey(height, 200)
    .composite([{ input, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

test('two pictures are compared by the share that differs, and shown side by side', async () => {
  const compared = await comparePictures(
    await pictureOf(200),
    await pictureOf(200, { level: 0, height: 50 }),
  );
  expect(compared?.percent).toBe(25);
  expect(await sharp(compared?.picture).metadata()).toMatchObject({ width: 200, height: 200 });
});

test('an area that only one picture has counts as different', async () => {
  expect((await comparePictures(await pictureOf(100), await pictureOf(200)))?.percent).toBe(50);
});

test('another smoothing of letters is no difference, and a new page is not compared', async () => {
  const smoothed = await pictureOf(200, { level: 190, height: 100 });
  expect(await comparePictures(await pictureOf(200), smoothed)).toBeUndefined();
  expect(await comparePictures(undefined, smoothed)).toBeUndefined();
});
