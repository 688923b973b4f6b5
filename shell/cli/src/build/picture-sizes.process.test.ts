import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makeSizes } from './picture-sizes.ts';

test('a large picture is made as AVIF in three widths, and as WebP in two', async () => {
  const { files } = await makeSizes('resources/pig/mud', await picture(1600));
  const made = ['320.avif', '800.avif', '1600.avif', '320.webp', '800.webp'];
  expect([...files.keys()]).toEqual(made.map((end) => `resources/pig/mud-${end}`));
  for (const [file, content] of files) {
    const { width, format } = await sharp(content).metadata();
    // The library calls AVIF heif.
    expect(`${width}.${format}`.replace('heif', 'avif')).toBe(/\d+\.\w+$/.exec(file)?.[0]);
  }
});

test('a smaller picture is not enlarged', async () => {
  const { isLarge, files } = await makeSizes('resources/icon', await picture(512));
  expect(isLarge).toBe(false);
  const sizes = [...files.values()].map(async (content) => (await sharp(content).metadata()).width);
  expect(await Promise.all(sizes)).toEqual([320, 512, 512, 320, 512]);
});

test('a picture with a stored orientation is turned upright', async () => {
  const onItsSide = sharp(await picture(2400)).withMetadata({ orientation: 6 });
  const upright = await makeSizes('resources/pig', await onItsSide.jpeg().toBuffer());
  const { width, height } = await sharp(upright.files.get('resources/pig-320.webp')).metadata();
  expect([width, height]).toEqual([320, 512]);
  expect(upright.isLarge).toBe(false);
});

function picture(width: number): Promise<Buffer> {
  const size = { width, height: (width * 10) / 16, channels: 3 as const };
  const drawn = sharp({ create: { ...size, background: '#c422ec' } });
  return drawn.png().toBuffer();
}
