import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../own-package.ts';

/** What every build is made of or by; the lock file stands for installed packages. */
const shared = [
  'shell/{contract,kit,locales}/**',
  'shell/cli/src/**',
  'rspack.shared.ts',
  'package-lock.json',
];

/** What the markup of a page depends on in the shell, beside React: the kit, the shell's texts, the owner. */
export const inputsOfMarkup = [
  'kit/{src/**/*.{ts,tsx},owner.json,package.json}',
  'contract/src/*.ts',
  'locales/*.yaml',
  'src/{slot,pages}/*.tsx',
];

/**
 * Hashes all that the build of a section or the shell of this repository may read. A build may be repeated without
 * need, such as after a change of a command, but is never missed.
 */
export function hashInputs(source: string): string {
  const own = path.basename(source) === 'shell' ? ['*.*', '{src,resources}/**'] : ['**'];
  return hashFiles(source, own) + hashFiles(repository ?? '', shared);
}

/** Hashes files by their paths in a folder and their contents; tests are none of them. */
export function hashFiles(folder: string, patterns: string[], besides = ''): string {
  const exclude = ['**/{node_modules,dist}/**', '**/*.test.*'];
  const found = globSync(patterns, { cwd: folder, exclude, withFileTypes: true });
  const files = found.filter((each) => each.isFile());
  const hash = createHash('sha256').update(besides);
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort())
    hash.update(path.relative(folder, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
