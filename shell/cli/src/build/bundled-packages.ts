import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Module } from '@rspack/core';
import { readText } from '../project/manifest.ts';

export interface Package {
  name: string;
  folder: string;
}

/** Lists bundled packages; one that is installed twice appears twice. */
export function packagesIn({ chunks, chunkGraph }: Compilation): Package[] {
  // A concatenated module contains others.
  const modules = [...chunks].flatMap((chunk) =>
    chunkGraph.getChunkModules(chunk).flatMap((module) => {
      const joined = 'modules' in module ? (module.modules as Module[]) : [];
      return joined.length > 0 ? joined : [module];
    }),
  );
  return modules.flatMap((module) => packageOf(module.nameForCondition() ?? '') ?? []);
}

export function packageOf(file: string): Package | undefined {
  const folder = path.dirname(file);
  if (folder === file || !path.isAbsolute(file)) return undefined;
  const manifest = path.join(folder, 'package.json');
  // Folders within a package may have a manifest without a name, which sets the type of modules.
  const name = existsSync(manifest) && JSON.parse(readText(manifest)).name;
  return name ? { name, folder } : packageOf(folder);
}
