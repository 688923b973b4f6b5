import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pictureFile, pictureFormats, pictureWidths } from '@portfolio/contract/pictures.ts';
import { replaceFile } from '@portfolio/releases/contents/durable-files.ts';
import type { Compiler } from '@rspack/core';
import sharp from 'sharp';

const picture = /^(resources\/.+)\.(?:png|jpe?g|webp)$/;

/** Releases every large picture of `resources/` in all widths and formats, in its place. */
export class PictureSizes {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    const tap = { name: 'PictureSizes', stage: Compilation.PROCESS_ASSETS_STAGE_DERIVED };
    compiler.hooks.thisCompilation.tap(tap.name, (compilation) => {
      compilation.hooks.processAssets.tapPromise(tap, async () => {
        for (const { name, source } of compilation.getAssets()) {
          const [, path] = picture.exec(name) ?? [];
          if (!path) continue;
          const sizes = await makeSizes(path, source.buffer()).catch(({ message }: Error) => {
            const sentence = `${name} is no picture, or a damaged one (${message}). Replace or remove it.`;
            compilation.errors.push(
              Object.assign(new Error(sentence), { stack: sentence }) as never,
            );
          });
          if (!sizes) continue;
          compilation.deleteAsset(name);
          for (const [file, content] of sizes)
            compilation.emitAsset(file, new sources.RawSource(content), { minimized: true });
        }
      });
    });
  }
}

/** With more effort AVIF becomes a little smaller and takes many times as long. */
const recipe = {
  avif: { effort: 2, quality: { 320: 55, 800: 55, 1600: 54 } },
  webp: { effort: 4, quality: { 320: 80, 800: 80, 1600: 84 } },
} as const;

/** In the folder of the library that made them, so that they are removed with it. */
const cache = path.join(
  createRequire(import.meta.url)
    .resolve('sharp')
    .replace(/([\\/]node_modules)[\\/].*$/, '$1'),
  '.cache/portfolio-pictures',
);

/** Makes all sizes of a picture, once: kept by its hash. @returns the files; nothing when it is not wide enough */
export async function makeSizes(
  picture: string,
  content: Buffer,
): Promise<Map<string, Buffer> | undefined> {
  const { width = 0 } = await sharp(content).metadata();
  if (width < Math.max(...pictureWidths)) return undefined;
  const hash = createHash('sha256').update(JSON.stringify([recipe, sharp.versions]));
  const kept = path.join(cache, hash.update(content).digest('hex').slice(0, 32));
  const files = new Map<string, Buffer>();
  for (const format of pictureFormats)
    for (const width of pictureWidths) {
      const make = () => sized(content, width, format);
      files.set(
        pictureFile(picture, width, format),
        await once(pictureFile(kept, width, format), make),
      );
    }
  return files;
}

function sized(
  content: Buffer,
  width: (typeof pictureWidths)[number],
  format: (typeof pictureFormats)[number],
): Promise<Buffer> {
  const { effort, quality } = recipe[format];
  return sharp(content)
    .resize({ width })
    .toFormat(format, { effort, quality: quality[width] })
    .toBuffer();
}

async function once(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const made = await make();
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await replaceFile(file, made);
  } catch {
    // Where writing is not allowed they are made again the next time.
  }
  return made;
}
