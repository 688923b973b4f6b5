import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Configuration, rspack } from '@rspack/core';
import { refuse } from './release-errors.ts';

/**
 * Builds a section or the shell with its own `rspack.config.ts` into a folder.
 * @returns the path of its entry script within that folder.
 * @throws ReleaseRefusedError with the compiler's words.
 */
export async function build(name: string, source: string, target: string): Promise<string> {
  const config = await import(pathToFileURL(path.join(source, 'rspack.config.ts')).href);
  const configuration = config.default as Configuration;
  const entry = await compile(name, {
    ...configuration,
    output: { ...configuration.output, path: target },
  });
  if (!entry) throw refuse.buildFailed(name, 'It has no entry script; see its rspack.config.ts.');
  return entry;
}

function compile(name: string, configuration: Configuration): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(refuse.buildFailed(name, error.message));
        if (!stats || stats.hasErrors())
          return reject(refuse.buildFailed(name, stats?.toString('errors-only') ?? 'No result.'));
        const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
        const scripts = Object.values(entrypoints ?? {}).flatMap(({ assets }) => assets ?? []);
        resolve(scripts.find((asset) => asset.name.endsWith('.mjs'))?.name);
      });
    });
  });
}
