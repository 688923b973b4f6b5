import { createHash } from 'node:crypto';
import { pictureFile, pictureFormats, pictureWidths } from '@portfolio/contract/pictures.ts';
import type { Compiler } from '@rspack/core';
import sharp from 'sharp';
import { makeOnce } from './package-cache.ts';

const picture = /^(resources\/.+)\.(?:png|jpe?g|webp)$/;

/**
 * Replaces every large picture of `resources/` by all widths and formats. A smaller picture stays, and gets sizes
 * if a script names it without its ending, as `Picture` names large ones.
 */
export class PictureSizes {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    const tap = { name: 'PictureSizes', stage: Compilation.PROCESS_ASSETS_STAGE_DERIVED };
    compiler.hooks.thisCompilation.tap(tap.name, (compilation) => {
      compilation.hooks.processAssets.tapPromise(tap, async () => {
        const assets = compilation.getAssets();
        const readers = assets.filter(({ name }) => /\.mjs$|^locales\//.test(name));
        const words = readers.map(({ source }) => String(source.source())).join('\n');
        for (const { name, source } of assets) {
          const [, path] = picture.exec(name) ?? [];
          if (!path) continue;
          const named = path.slice('resources/'.length);
          const isNamed = [`"${named}"`, `'${named}'`].some((word) => words.includes(word));
          const sizes = await makeSizes(path, source.buffer(), isNamed).catch(
            ({ message }: Error): undefined => {
              const sentence = `${name} is no picture, or a damaged one (${message}). Replace or remove it.`;
              compilation.errors.push(new Error(sentence) as never);
            },
          );
          if (!sizes) continue;
          if (sizes.isLarge) compilation.deleteAsset(name);
          for (const [file, content] of sizes.files)
            compilation.emitAsset(file, new sources.RawSource(content), { minimized: true });
        }
      });
    });
  }
}

/** More effort makes AVIF a little smaller, but takes many times as long. */
const recipe = {
  avif: { effort: 2, quality: { 320: 55, 800: 55, 1600: 54 } },
  webp: { effort: 4, quality: { 320: 80, 800: 80, 1600: 84 } },
} as const;

/**
 * Makes all sizes of a large picture; caches them by its hash.
 * @param isNamed also makes sizes of a smaller picture, which is not enlarged
 */
export async function makeSizes(
  picture: string,
  content: Buffer,
  isNamed = false,
): Promise<{ isLarge: boolean; files: Map<string, Buffer> }> {
  const { autoOrient, orientation = 1 } = await sharp(content).metadata();
  const isLarge = autoOrient.width >= Math.max(...pictureWidths);
  const files = new Map<string, Buffer>();
  if (!isLarge && !isNamed) return { isLarge, files };
  const isTurned = orientation > 1 ? ['turned'] : [];
  const hash = createHash('sha256').update(JSON.stringify([recipe, sharp.versions, ...isTurned]));
  const kept = `pictures/${hash.update(content).digest('hex').slice(0, 32)}`;
  for (const format of pictureFormats) {
    for (const width of pictureWidths) {
      const make = () => sized(content, width, format);
      files.set(
        pictureFile(picture, width, format),
        await makeOnce(pictureFile(kept, width, format), make),
      );
    }
  }
  return { isLarge, files };
}

/** Resizes a picture, and applies the orientation that phones store. */
function sized(
  content: Buffer,
  width: (typeof pictureWidths)[number],
  format: (typeof pictureFormats)[number],
): Promise<Buffer> {
  const { effort, quality } = recipe[format];
  return sharp(content)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toFormat(format, { effort, quality: quality[width] })
    .toBuffer();
}
