import path from 'node:path';
import { type Compilation, experiments, type Module } from '@rspack/core';

/** By script the packages in it, each with its share of the script. */
export type PackageShares = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What is in a script beside packages. */
export const [ownSources, bundler] = ['its own sources', 'the bundler'];

/**
 * Weighs what is in each script by its minified modules: comments are no weight. What is shaken out of
 * a module still counts, so the shares are close, not exact.
 */
export function weighPackages({ chunks, chunkGraph }: Compilation, folder: string): PackageShares {
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
