import { existsSync } from 'node:fs';
import path from 'node:path';
import { refuse } from '@portfolio/releases/release/errors.ts';
import { type Configuration, rspack, type Stats } from '@rspack/core';
import type { Development } from './base-config.ts';
import { remoteConfig } from './remote-config.ts';
import { shellConfig } from './shell-config.ts';
import { type PackageShares, weighPackages } from './weigh-packages.ts';

/** What a build says of its result. */
export interface Built {
  /** The path of the entry script within the folder. */
  entry: string;
  /** The paths of all modules that were bundled. */
  modules: readonly string[];
  /** Which packages are in its scripts. */
  shares: PackageShares;
}

/**
 * Builds a section or the shell into a folder, to be released or for development.
 * @throws ReleaseRefusedError with the compiler's words.
 */
export async function build(
  name: string,
  source: string,
  target: string,
  development?: Development,
): Promise<Built> {
  if (name !== 'shell' && !existsSync(path.join(source, 'src/page.tsx')))
    throw refuse.buildFailed(name, 'It has no src/page.tsx, the page of the section.');
  const configuration =
    name === 'shell' ? shellConfig(source, development) : remoteConfig(source, name);
  const stats = await compile(name, {
    ...configuration,
    output: { ...configuration.output, path: target },
  });
  const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
  const scripts = Object.values(entrypoints ?? {}).flatMap(({ assets }) => assets ?? []);
  const entry = scripts.find((asset) => asset.name.endsWith('.mjs'))?.name;
  if (!entry) throw refuse.buildFailed(name, 'The build made no entry script.');
  // The summary leaves joined modules out, the compilation has them all.
  const modules = [...stats.compilation.modules].flatMap((module) =>
    'resource' in module && typeof module.resource === 'string' ? module.resource : [],
  );
  return { entry, modules, shares: weighPackages(stats.compilation, source) };
}

function compile(name: string, configuration: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(refuse.buildFailed(name, error.message));
        if (!stats || stats.hasErrors())
          return reject(refuse.buildFailed(name, stats?.toString('errors-only') ?? 'No result.'));
        resolve(stats);
      });
    });
  });
}
