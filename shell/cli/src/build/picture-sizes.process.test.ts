import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makeSizes } from './picture-sizes.ts';

test('a large picture is made in three widths and two formats', async () => {
  const { files } = await makeSizes('resources/pig/mud', await picture(1600));
  expect([...files.keys()]).toEqual(
    ['avif', 'webp'].flatMap((format) =>
      [320, 800, 1600].map((width) => `resources/pig/mud-${width}.${format}`),
    ),
  );
  for (const [file, content] of files) {
    const { width, format } = await sharp(content).metadata();
    // The library calls AVIF heif.
    expect(`${width}.${format}`.replace('heif', 'avif')).toBe(/\d+\.\w+$/.exec(file)?.[0]);
  }
});

test('a smaller picture stays as it is, and is never enlarged if it is named like a large one', async () => {
  const left = await makeSizes('resources/icon', await picture(512));
  expect([left.isLarge, left.files.size]).toEqual([false, 0]);
  const { isLarge, files } = await makeSizes('resources/icon', await picture(512), true);
  expect(isLarge).toBe(false);
  const sizes = [...files.values()].map(async (content) => (await sharp(content).metadata()).width);
  expect(await Promise.all(sizes)).toEqual([320, 512, 512, 320, 512, 512]);
});

test('a picture with a stored orientation is turned upright', async () => {
  const onItsSide = await sharp(await picture(2400))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const upright = await makeSizes('resources/pig', onItsSide, true);
  const { width, height } = await sharp(upright.files.get('resources/pig-320.webp')).metadata();
  expect([width, height]).toEqual([320, 512]);
  expect(upright.isLarge).toBe(false);
});

function picture(width: number): Promise<Buffer> {
  const size = { width, height: (width * 10) / 16, channels: 3 as const };
  return sharp({ create: { ...size, background: '#c422ec' } })
    .png()
    .toBuffer();
}
