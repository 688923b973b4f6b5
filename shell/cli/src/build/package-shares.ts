import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { readText } from '../project/manifest.ts';

/** What is in a script beside packages. */
export const [ownSources, bundler] = ['its own sources', 'the bundler'];

/** By script, and by what is in it, how much of the script that is: 0 to 1. */
export type PackageShares = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads from the source maps of built scripts which package each character comes from: what the bundler
 * left out of a package weighs nothing.
 * @param source the folder it was built from
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
      // The bundler writes what comes from no source.
      const name = (from === undefined ? undefined : names[from]) ?? bundler;
      characters.set(name, (characters.get(name) ?? 0) + end - start);
      all += end - start;
    }
  }
  return new Map([...characters].map(([name, count]) => [name, count / all]));
}

/** Whose a source of a map is. Those of packages are named from `node_modules/` on, others from `source` on. */
function nameOf(file: string, source: string): string {
  const [, installed] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  const own = file.startsWith('webpack/') ? undefined : packageOf(path.resolve(source, file));
  const name = installed ?? own?.name ?? bundler;
  if (/^@(?:portfolio\/cli$|module-federation\/)/.test(name)) return bundler;
  return installed === undefined && own?.folder === source ? ownSources : name;
}

/** A package, and where it is installed. */
export interface Package {
  name: string;
  folder: string;
}

/** The package that a file belongs to. */
export function packageOf(file: string): Package | undefined {
  const folder = path.dirname(file);
  if (folder === file || !path.isAbsolute(file)) return undefined;
  const manifest = path.join(folder, 'package.json');
  // Some folders within a package have a manifest without a name, which says how files are read.
  const name = existsSync(manifest) && JSON.parse(readText(manifest)).name;
  return name ? { name, folder } : packageOf(folder);
}
