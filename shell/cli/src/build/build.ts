import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import {
  type Compilation,
  type Configuration,
  experiments,
  type Module,
  rspack,
  type Stats,
} from '@rspack/core';
import { readText } from '../read-text.ts';
import type { Development } from './base-config.ts';
import { inputsOf } from './build-inputs.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { remoteConfig } from './remote-config.ts';
import { shellConfig } from './shell-config.ts';

/**
 * Builds a section or the shell into a folder.
 * @returns the path of the entry script within it, which packages are in its scripts, and what was read
 * @throws ReleaseRefusedError with the compiler's words
 */
export async function build(
  name: string,
  source: string,
  target: string,
  { manifest, development }: { manifest?: Manifest; development?: Development } = {},
) {
  if (name !== 'shell' && !existsSync(path.join(source, 'src/page.tsx')))
    throw failed(name, 'It has no src/page.tsx, the page of the section.');
  const configuration =
    name === 'shell'
      ? shellConfig(source, development)
      : remoteConfig(source, name, manifest ?? (await readManifest(source)));
  const stats = await compile(name, {
    ...configuration,
    output: { ...configuration.output, path: target },
  });
  // The runtime of federation is named by its text there, and so by the folder it was built in.
  for (const file of globSync('*.map', { cwd: target })) {
    const map = path.join(target, file);
    const text = readFileSync(map, 'utf8').replace(/"data:[^"]*"/, '"webpack/runtime/federation"');
    writeFileSync(map, text);
  }
  const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
  const scripts = Object.values(entrypoints ?? {}).flatMap(({ assets }) => assets ?? []);
  const entry = scripts.find((asset) => asset.name.endsWith('.mjs'))?.name;
  if (!entry) throw failed(name, 'The build made no entry script.');
  const { compilation } = stats;
  return { entry, parts: partsOf(compilation, source), inputs: inputsOf(compilation, source) };
}

function compile(name: string, configuration: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(failed(name, error.message));
        if (!stats || stats.hasErrors())
          return reject(failed(name, stats?.toString('errors-only') ?? 'No result.'));
        resolve(stats);
      });
    });
  });
}

function failed(name: string, reasons: string): ReleaseRefusedError {
  return new ReleaseRefusedError(
    `${name} could not be built, so nothing was released:\n${reasons}`,
  );
}

/** By script the packages in it, and the share of each. */
export type ScriptParts = ReturnType<typeof partsOf>;

/** What is in a script beside packages. */
export const [ownSources, bundler] = ['its own sources', 'the bundler'];

/** Divides each script among its packages, approximately: code that was tree-shaken still counts. */
function partsOf({ chunks, chunkGraph }: Compilation, source: string) {
  const parts = new Map<string, (Package & { share: number })[]>();
  for (const chunk of chunks) {
    // Modules that are joined into one are within it.
    const modules = chunkGraph.getChunkModules(chunk).flatMap((module) => {
      const joined = 'modules' in module ? (module.modules as Module[]) : [];
      return joined.length > 0 ? joined : [module];
    });
    const weighed = modules.map((module) => [module, weightOf(module)] as const);
    const all = weighed.reduce((sum, [, weight]) => sum + weight, 0);
    const inChunk = weighed.map(([module, weight]) => {
      const found = packageOf(module.nameForCondition() ?? '');
      return { ...asNamed(found, source), share: weight / all };
    });
    for (const file of chunk.files) parts.set(file, inChunk);
  }
  return parts;
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

interface Package {
  name: string;
  /** Where it is installed; none of what the bundler adds. */
  folder: string;
}

/** The package that a file belongs to. */
function packageOf(file: string): Package | undefined {
  const folder = path.dirname(file);
  if (folder === file || !path.isAbsolute(file)) return undefined;
  const manifest = path.join(folder, 'package.json');
  // Some folders within a package have a manifest without a name, which says how files are read.
  const name = existsSync(manifest) && JSON.parse(readText(manifest)).name;
  return name ? { name, folder } : packageOf(folder);
}

function asNamed(found: Package | undefined, source: string): Package {
  if (!found || /^@(portfolio\/cli|module-federation\/)/.test(found.name))
    return { name: bundler, folder: '' };
  return found.folder === source ? { ...found, name: ownSources } : found;
}
