import type { Compiler } from '@rspack/core';
import { makeSizes } from './make-sizes.ts';

const picture = /^(resources\/.+)\.(?:png|jpe?g|webp)$/;

/**
 * Releases every large picture of `resources/` in all widths and formats, in its place. What is
 * smaller stays as it is.
 */
export class PictureSizes {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    const tap = { name: 'PictureSizes', stage: Compilation.PROCESS_ASSETS_STAGE_DERIVED };
    compiler.hooks.thisCompilation.tap(tap.name, (compilation) => {
      compilation.hooks.processAssets.tapPromise(tap, async () => {
        for (const { name, source } of compilation.getAssets()) {
          const [, path] = picture.exec(name) ?? [];
          const sizes = path ? await makeSizes(path, source.buffer()) : undefined;
          if (!sizes) continue;
          compilation.deleteAsset(name);
          for (const [file, content] of sizes)
            compilation.emitAsset(file, new sources.RawSource(content), { minimized: true });
        }
      });
    });
  }
}
