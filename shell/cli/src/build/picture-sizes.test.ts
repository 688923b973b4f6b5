import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makeSizes } from './picture-sizes.ts';

test('a large picture is made in three widths and two formats', async () => {
  const files = await makeSizes('resources/pig/mud', await picture(1600));
  expect([...(files?.keys() ?? [])]).toEqual(
    ['avif', 'webp'].flatMap((format) =>
      [320, 800, 1600].map((width) => `resources/pig/mud-${width}.${format}`),
    ),
  );
  for (const [file, content] of files ?? []) {
    const { width, format } = await sharp(content).metadata();
    // What AVIF is called by the library.
    expect(`${width}.${format}`.replace('heif', 'avif')).toBe(/\d+\.\w+$/.exec(file)?.[0]);
  }
});

test('a smaller one is left as it is', async () => {
  expect(await makeSizes('resources/icon', await picture(512))).toBeUndefined();
});

function picture(width: number): Promise<Buffer> {
  const size = { width, height: (width * 10) / 16, channels: 3 as const };
  return sharp({ create: { ...size, background: '#c422ec' } })
    .png()
    .toBuffer();
}
