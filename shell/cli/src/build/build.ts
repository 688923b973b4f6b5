import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import {
  type Compilation,
  type Configuration,
  type Module,
  rspack,
  type Stats,
} from '@rspack/core';
import { readText } from '../project/manifest.ts';
import { type Development, sharedPackages } from './base-config.ts';
import { nodeConfig } from './node-config.ts';
import { remoteConfig } from './remote-config.ts';
import { fontOf, shellConfig } from './shell-config.ts';

interface HowToBuild {
  /** The folder for the module that renders pages in Node; without it there is none. */
  nodeTarget?: string;
  development?: Development;
}

/**
 * Builds a section or the shell into a folder.
 * @returns the path of the entry script
 * @throws RefusedError with the bundler's errors, or with what must not be bundled
 */
export async function build(
  name: string,
  source: string,
  target: string,
  { nodeTarget, development }: HowToBuild = {},
): Promise<string> {
  if (name !== 'shell' && !existsSync(path.join(source, 'src/page.tsx')))
    throw failed(name, 'It has no src/page.tsx, the page of the section.');
  const configuration =
    name === 'shell' ? shellConfig(source, development) : await remoteConfig(source, name);
  const output = { ...configuration.output, path: target };
  const forBrowser = compile(name, { ...configuration, output });
  const forNode = nodeTarget && compile(name, nodeConfig(source, name, nodeTarget));
  // Where both fail, the browser's says what to do instead.
  await Promise.allSettled([forBrowser, forNode]);
  const [stats] = await Promise.all([forBrowser, forNode]);
  if (name !== 'shell') sortManifest(target);
  else if (nodeTarget)
    copyFileSync(path.join(nodeTarget, serverFile), path.join(target, serverFile));
  const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
  const scripts = Object.values(entrypoints ?? {}).flatMap(({ assets }) => assets ?? []);
  const entry = scripts.find((asset) => asset.name.endsWith('.mjs'))?.name ?? '';
  const { compilation } = stats;
  const packages = packagesIn(compilation);
  const copies = secondCopies(name, packages);
  if (copies.length > 0) throw failed(name, copies.join('\n'));
  const copied = name === 'shell' ? [packageOf(fontOf(source))] : [];
  writeNotices(target, [...packages, ...copied.filter((it) => it !== undefined)]);
  return entry;
}

/**
 * Finds second copies of shared singletons, with which React's hooks and the kit's state fail silently. A section
 * must bundle none, the shell each from one folder.
 */
export function secondCopies(name: string, bundled: readonly Package[]): string[] {
  const [most, cure] =
    name === 'shell' ? [1, 'see that it is installed once'] : [0, 'keep it in peerDependencies'];
  return sharedPackages.flatMap((shared) => {
    const found = bundled.filter((part) => part.name === shared);
    const copies = [...new Set(found.map(({ folder }) => folder))];
    if (copies.length <= most) return [];
    return `${name} would bundle a second copy of ${shared} (${copies.join(', ')}). Import it by its own name only, and ${cure}.`;
  });
}

/** Sorts all lists for hosts, as the same sources have to make the same release, and the plugin's order varies. */
function sortManifest(target: string): void {
  // Hosts read only mf-manifest.json.
  rmSync(path.join(target, 'mf-stats.json'));
  const file = path.join(target, 'mf-manifest.json');
  const byContent = (one: unknown, other: unknown) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  const sorted = (_key: string, value: unknown) =>
    Array.isArray(value) ? value.toSorted(byContent) : value;
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), sorted));
}

async function compile(name: string, configuration: Configuration): Promise<Stats> {
  const compiler = rspack(configuration);
  const run = Promise.withResolvers<Stats | undefined>();
  compiler.run((error, stats) =>
    compiler.close(() => (error ? run.reject(failed(name, error.message)) : run.resolve(stats))),
  );
  const stats = await run.promise;
  if (stats && !stats.hasErrors()) return stats;
  throw failed(name, stats?.toString({ preset: 'errors-only', errorStack: false }) ?? 'No result.');
}

function failed(name: string, reasons: string): RefusedError {
  return new RefusedError(`${name} could not be built, so nothing was released:\n${reasons}`);
}

export interface Package {
  name: string;
  folder: string;
}

/** Lists bundled packages; one that is installed twice appears twice. */
function packagesIn({ chunks, chunkGraph }: Compilation): Package[] {
  // A concatenated module contains others.
  const modules = [...chunks].flatMap((chunk) =>
    chunkGraph.getChunkModules(chunk).flatMap((module) => {
      const joined = 'modules' in module ? (module.modules as Module[]) : [];
      return joined.length > 0 ? joined : [module];
    }),
  );
  return modules.flatMap((module) => packageOf(module.nameForCondition() ?? '') ?? []);
}

function packageOf(file: string): Package | undefined {
  const folder = path.dirname(file);
  if (folder === file || !path.isAbsolute(file)) return undefined;
  const manifest = path.join(folder, 'package.json');
  // Folders within a package may have a manifest without a name, which sets the type of modules.
  const name = existsSync(manifest) && JSON.parse(readText(manifest)).name;
  return name ? { name, folder } : packageOf(folder);
}

export const noticesFile = 'licenses.txt';

/**
 * Writes the licences of bundled packages, which require their notice in every copy. Equal versions make an
 * equal file.
 */
export function writeNotices(target: string, packages: readonly Package[]): void {
  const notices = packages
    .filter(({ folder }) => /[\\/]node_modules[\\/]/.test(folder))
    .map(noticeOf);
  const text = [...new Set(notices)].sort().join(`\n${'-'.repeat(80)}\n\n`);
  writeFileSync(path.join(target, noticesFile), text || 'Nothing of others is bundled here.\n');
}

function noticeOf({ name, folder }: Package): string {
  const { version, license } = JSON.parse(readText(path.join(folder, 'package.json')));
  // Some packages have a folder of licences.
  const places = '{LICEN[CS]E,licen[cs]e,NOTICE}{*,S/*}';
  const found = globSync(places, { cwd: folder, withFileTypes: true });
  const files = found.filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name: file }) => path.join(parentPath, file)).sort();
  const words = paths.map((file) => readFileSync(file, 'utf8').trim());
  return `${name} ${version} (${license ?? 'see below'})\n\n${words.join('\n\n')}\n`;
}
