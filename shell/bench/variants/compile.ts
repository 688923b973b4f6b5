import { type Configuration, rspack } from '@rspack/core';

/** A variant could not be built; the message has the compiler's words. */
class VariantNotBuiltError extends Error {
  override name = 'VariantNotBuiltError';
}

/** The scripts a build made: by entry and by name of a chunk. */
export interface Built {
  /** The script of every entry. */
  entries: Record<string, string>;
  /** The script of every named chunk. */
  chunks: Record<string, string>;
}

/**
 * Runs one build.
 * @throws VariantNotBuiltError
 */
export function compile(configuration: Configuration): Promise<Built> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(new VariantNotBuiltError(error.message));
        if (!stats || stats.hasErrors())
          return reject(new VariantNotBuiltError(stats?.toString('errors-only')));
        const { entrypoints = {}, namedChunkGroups = {} } = stats.toJson({
          all: false,
          entrypoints: true,
          chunkGroups: true,
        });
        resolve({ entries: scriptsOf(entrypoints), chunks: scriptsOf(namedChunkGroups) });
      });
    });
  });
}

type Groups = Record<string, { assets?: { name: string }[] }>;

function scriptsOf(groups: Groups): Record<string, string> {
  const scripts = Object.entries(groups).map(([name, { assets = [] }]) => [
    name,
    assets.find((asset) => /\.m?js$/.test(asset.name))?.name ?? '',
  ]);
  return Object.fromEntries(scripts);
}
