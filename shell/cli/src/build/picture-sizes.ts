import { createHash } from 'node:crypto';
import { pictureFile, pictureFormats, pictureWidths } from '@portfolio/contract/pictures.ts';
import type { RspackPluginInstance } from '@rspack/core';
import sharp from 'sharp';
import { makeOnce } from '../project/package-cache.ts';

const picture = /^(resources\/(.+))\.(?:png|jpe?g|webp)$/;

/**
 * Replaces every large picture of `resources/` by all widths and formats. A smaller picture stays, and gets sizes
 * if a script names it without its ending, as `Picture` names large ones.
 */
export const pictureSizes: RspackPluginInstance = {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const tap = { name: 'pictureSizes', stage: Compilation.PROCESS_ASSETS_STAGE_DERIVED };
    compiler.hooks.thisCompilation.tap(tap.name, (compilation) => {
      compilation.hooks.processAssets.tapPromise(tap, async () => {
        const assets = compilation.getAssets();
        const readers = assets.filter(({ name }) => /\.mjs$|^locales\//.test(name));
        const words = readers.map(({ source }) => String(source.source())).join('\n');
        const resized = assets.map(async ({ name, source }) => {
          const [, file, named] = picture.exec(name) ?? [];
          if (!file) return;
          const isNamed = [`"${named}"`, `'${named}'`].some((word) => words.includes(word));
          try {
            const { isLarge, files } = await makeSizes(file, source.buffer(), isNamed);
            if (isLarge) compilation.deleteAsset(name);
            for (const [at, content] of files)
              compilation.emitAsset(at, new sources.RawSource(content), { minimized: true });
          } catch (error) {
            const sentence = `${name} is no picture, or a damaged one (${(error as Error).message}). Replace or remove it.`;
            compilation.errors.push(new Error(sentence) as never);
          }
        });
        await Promise.all(resized);
      });
    });
  },
};

/** With the effort 2, AVIF of the same likeness is a tenth smaller, but takes twice as long. */
const recipe = {
  avif: { effort: 1, quality: { 320: 59, 800: 59, 1600: 58 } },
  webp: { effort: 4, quality: { 320: 80, 800: 80, 1600: 84 } },
} as const;

/**
 * Makes all sizes of a large picture, upright as phones say; caches them by its hash.
 * @param isNamed also makes sizes of a smaller picture, which is not enlarged
 */
export async function makeSizes(name: string, content: Buffer, isNamed = false) {
  const { autoOrient } = await sharp(content).metadata();
  const isLarge = autoOrient.width >= Math.max(...pictureWidths);
  const files = new Map<string, Buffer>();
  if (!isLarge && !isNamed) return { isLarge, files };
  const hash = createHash('sha256').update(JSON.stringify([recipe, sharp.versions]));
  const kept = `pictures/${hash.update(content).digest('hex').slice(0, 32)}`;
  for (const format of pictureFormats) {
    const { effort, quality } = recipe[format];
    for (const width of pictureWidths) {
      const upright = sharp(content).autoOrient().resize({ width, withoutEnlargement: true });
      const sized = upright.toFormat(format, { effort, quality: quality[width] });
      const made = await makeOnce(pictureFile(kept, width, format), () => sized.toBuffer());
      files.set(pictureFile(name, width, format), made);
    }
  }
  return { isLarge, files };
}
