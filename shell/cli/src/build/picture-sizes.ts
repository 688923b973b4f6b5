import { createHash } from 'node:crypto';
import {
  largestWidth,
  pictureFile,
  pictureFormats,
  pictureWidths,
} from '@portfolio/contract/pictures.ts';
import type { Compiler } from '@rspack/core';
import sharp from 'sharp';
import { makeOnce } from '../project/package-cache.ts';

const picture = /^(resources\/.+)\.(?:png|jpe?g|webp)$/;

/** Makes every picture of `resources/` in all widths and formats, which replace a large one. */
export function pictureSizes({ webpack, hooks }: Compiler): void {
  const { sources } = webpack;
  hooks.thisCompilation.tap('pictureSizes', (compilation) => {
    compilation.hooks.processAssets.tapPromise('pictureSizes', async () => {
      const resized = compilation.getAssets().map(async ({ name, source }) => {
        const [, file] = picture.exec(name) ?? [];
        if (!file) return;
        try {
          const { isLarge, files } = await makeSizes(file, source.buffer());
          if (isLarge) compilation.deleteAsset(name);
          for (const [at, content] of files)
            compilation.emitAsset(at, new sources.RawSource(content));
        } catch (error) {
          const sentence = `${name} is no picture, or a damaged one (${(error as Error).message}). Replace or remove it.`;
          compilation.errors.push(new Error(sentence) as never);
        }
      });
      await Promise.all(resized);
    });
  });
}

/** With the effort 2, AVIF of the same likeness is a tenth smaller, but takes twice as long; tuned as usual, a quarter longer. */
const recipe = {
  avif: { effort: 1, quality: 56, tune: 'ssim' },
  webp: { effort: 2, quality: 80 },
} as const;

/** Makes all sizes of a picture, upright as phones say and none enlarged; caches them by its hash. */
export async function makeSizes(name: string, content: Buffer) {
  const { autoOrient } = await sharp(content).metadata();
  const isLarge = autoOrient.width >= largestWidth;
  const files = new Map<string, Buffer>();
  const hash = createHash('sha256').update(JSON.stringify([recipe, sharp.versions]));
  const kept = `pictures/${hash.update(content).digest('hex').slice(0, 32)}`;
  for (const format of pictureFormats) {
    for (const width of pictureWidths[format]) {
      const upright = sharp(content).autoOrient().resize({ width, withoutEnlargement: true });
      const sized = upright.toFormat(format, recipe[format]);
      const made = await makeOnce(pictureFile(kept, width, format), () => sized.toBuffer());
      files.set(pictureFile(name, width, format), made);
    }
  }
  return { isLarge, files };
}
