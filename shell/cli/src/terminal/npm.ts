import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { NotPossibleError } from './terminal.ts';

/** Runs npm. @returns what it prints @throws NotPossibleError with what it says */
export function runNpm(args: readonly string[], cwd = process.cwd()): string {
  // On Windows it is npm.cmd, which only a shell starts.
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

/** Gives a packed file a name by its content: of two with one name npm keeps the first. @returns the new path */
export async function nameByHash(file: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 8);
  const named = file.replace(/\.tgz$/, `-${hash}.tgz`);
  await rename(file, named);
  return named;
}
