import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
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
