import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../..');

/** What every build is made of or by; the lock file stands for installed packages. */
const shared = [
  'shell/{contract,kit,locales}/**',
  'shell/cli/src/**',
  'rspack.shared.ts',
  'package-lock.json',
];

/**
 * Hashes all that the build of a section or the shell of this repository may read. A build may be repeated without
 * need, such as after a change of a command, but is never missed.
 */
export function hashInputs(source: string): string {
  const own = path.basename(source) === 'shell' ? ['*.*', '{src,resources}/**'] : ['**'];
  const hash = createHash('sha256');
  for (const file of [...filesIn(source, own), ...filesIn(root, shared)])
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder: string, patterns: string[]): string[] {
  const exclude = ['**/{node_modules,dist}/**', '**/*.test.*'];
  const found = globSync(patterns, { cwd: folder, exclude, withFileTypes: true });
  const files = found.filter((each) => each.isFile());
  return files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
}
