import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { readText } from '../project/manifest.ts';

/** The parts of a script beside packages. */
export const [ownSources, bundler] = ['its own sources', 'the bundler'];

/** The share of each part in each script, from 0 to 1. */
export type PackageShares = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Counts by source maps how many characters of each script come from each package.
 * @param source the folder of the sources
 */
export function readPackageShares(folder: string, source: string): PackageShares {
  const scripts = globSync('*.mjs', { cwd: folder }).filter((script) =>
    existsSync(path.join(folder, `${script}.map`)),
  );
  return new Map(scripts.map((script) => [script, sharesIn(path.join(folder, script), source)]));
}

function sharesIn(script: string, source: string): ReadonlyMap<string, number> {
  const map = JSON.parse(readFileSync(`${script}.map`, 'utf8')) as {
    sources: string[];
    mappings: string;
  };
  const names = map.sources.map((file) => nameOf(file, source));
  const lines = readFileSync(script, 'utf8').split('\n');
  const characters = new Map<string, number>();
  let all = 0;
  for (const [line, segments] of decode(map.mappings).entries()) {
    for (const [index, [start, from]] of segments.entries()) {
      const end = segments[index + 1]?.[0] ?? lines[line]?.length ?? start;
      // The bundler itself writes characters without a source.
      const name = (from === undefined ? undefined : names[from]) ?? bundler;
      characters.set(name, (characters.get(name) ?? 0) + end - start);
      all += end - start;
    }
  }
  return new Map([...characters].map(([name, count]) => [name, count / all]));
}

/** The part that a source belongs to. Maps name packages from `node_modules/` on, other sources from `source` on. */
function nameOf(file: string, source: string): string {
  const [, installed] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  const own = file.startsWith('webpack/') ? undefined : packageOf(path.resolve(source, file));
  const name = installed ?? own?.name ?? bundler;
  if (/^@(?:portfolio\/cli$|module-federation\/)/.test(name)) return bundler;
  return installed === undefined && own?.folder === source ? ownSources : name;
}

export interface Package {
  name: string;
  folder: string;
}

export function packageOf(file: string): Package | undefined {
  const folder = path.dirname(file);
  if (folder === file || !path.isAbsolute(file)) return undefined;
  const manifest = path.join(folder, 'package.json');
  // Folders within a package may have a manifest without a name, which sets the type of modules.
  const name = existsSync(manifest) && JSON.parse(readText(manifest)).name;
  return name ? { name, folder } : packageOf(folder);
}
