import { existsSync } from 'node:fs';
import path from 'node:path';
import { refuse } from '@portfolio/releases/release/errors.ts';
import {
  type Compilation,
  type Configuration,
  experiments,
  type Module,
  rspack,
  type Stats,
} from '@rspack/core';
import type { Development } from './base-config.ts';
import { remoteConfig } from './remote-config.ts';
import { shellConfig } from './shell-config.ts';

/** What a build says of its result. */
export interface Built {
  /** The path of the entry script within the folder. */
  entry: string;
  /** The paths of all modules that were bundled. */
  modules: readonly string[];
  /** Which packages are in its scripts. */
  shares: PackageShares;
}

/** Builds a section or the shell into a folder. @throws ReleaseRefusedError with the compiler's words */
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

/** By script the packages in it, each with its share of the script. */
export type PackageShares = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What is in a script beside packages. */
export const [ownSources, bundler] = ['its own sources', 'the bundler'];

/** Divides each script among its packages, approximately: code that was tree-shaken still counts. */
function weighPackages({ chunks, chunkGraph }: Compilation, folder: string): PackageShares {
  const shares = new Map<string, Map<string, number>>();
  for (const chunk of chunks) {
    const weights = new Map<string, number>();
    // Modules that are joined into one are within it.
    const modules = chunkGraph.getChunkModules(chunk).flatMap((module) => {
      const joined = 'modules' in module ? (module.modules as Module[]) : [];
      return joined.length > 0 ? joined : [module];
    });
    for (const module of modules) {
      const name = packageOf(module.nameForCondition() ?? '', folder);
      weights.set(name, (weights.get(name) ?? 0) + weightOf(module));
    }
    const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const heaviestFirst = [...weights].sort(([, a], [, b]) => b - a);
    for (const file of chunk.files)
      shares.set(file, new Map(heaviestFirst.map(([name, weight]) => [name, weight / all])));
  }
  return shares;
}

function weightOf(module: Module): number {
  const source = module.originalSource()?.source();
  if (source === undefined) return module.size();
  try {
    const { code } = experiments.swc.minifySync(String(source), { module: true, mangle: true });
    return code.length;
  } catch {
    return module.size();
  }
}

/** The package that a file belongs to. */
function packageOf(file: string, folder: string): string {
  const [installed, ...others] = file.split(/[\\/]node_modules[\\/]/).reverse();
  if (others.length === 0) return file.startsWith(folder + path.sep) ? ownSources : bundler;
  const [scope = '', name] = (installed ?? '').split(/[\\/]/);
  const found = scope.startsWith('@') ? `${scope}/${name}` : scope;
  return /^@(portfolio\/cli|module-federation)/.test(found) ? bundler : found;
}
