import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Package } from './bundled-packages.ts';

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
  const { version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { version: string; license?: string };
  // Some packages have a folder of licences.
  const places = '{LICEN[CS]E,licen[cs]e,NOTICE}{*,S/*}';
  const found = globSync(places, { cwd: folder, withFileTypes: true });
  const files = found.filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name: file }) => path.join(parentPath, file)).sort();
  const words = paths.map((file) => readFileSync(file, 'utf8').trim());
  return `${name} ${version} (${license ?? 'see below'})\n\n${words.join('\n\n')}\n`;
}
