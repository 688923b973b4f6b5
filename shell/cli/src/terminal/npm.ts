import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { NotPossibleError } from './terminal.ts';

/** Runs npm. @returns its output @throws NotPossibleError with its output */
export function runNpm(args: readonly string[], cwd = process.cwd()): string {
  // On Windows npm is npm.cmd, which only a shell can start.
  const shell = process.platform === 'win32';
  const words = shell ? args.map((word) => `"${word}"`) : args;
  const { stdout, stderr, status, error } = spawnSync('npm', words, {
    cwd,
    shell,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new NotPossibleError(
      `npm ${args[0]} failed: ${error?.message ?? `${stdout}${stderr}`.trim()}`,
    );
  return stdout.trim();
}

/** Adds a hash to a packed file's name, as npm caches packages by name. @returns the new path */
export async function nameByHash(file: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 8);
  const named = file.replace(/\.tgz$/, `-${hash}.tgz`);
  await rename(file, named);
  return named;
}
