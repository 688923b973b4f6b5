import type { Chunk, Compiler, Configuration } from '@rspack/core';

/**
 * Of a section: what is imported when it is needed. The hash of each stands in every document, for the
 * live release and the one before, some 60 bytes apiece: more than these are put together.
 */
export const mostLateParts = 4;

/** The page itself is in the file that the browser starts with: one that waits for another is later. */
export function pageInEntry(section: string): Configuration['optimization'] {
  const isFirst = ({ name }: Pick<Chunk, 'name'>) => name === 'page' || name === section;
  const page = { name: section, chunks: isFirst, enforce: true };
  return { splitChunks: { cacheGroups: { default: false, defaultVendors: false, page } } };
}

/** A part that does not come is asked for once more, before the section's boundary hears of it. */
export class RetryLateParts {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    class Retry extends RuntimeModule {
      constructor() {
        super('retry late parts', RuntimeModule.STAGE_ATTACH);
      }
      override generate(): string {
        const load = RuntimeGlobals.ensureChunk;
        return `const load = ${load}; ${load} = (part) => load(part).catch(() => load(part));`;
      }
    }
    const { name } = RetryLateParts;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunk)
        .tap(name, (chunk) => {
          compilation.addRuntimeModule(chunk, new Retry());
        });
    });
  }
}
