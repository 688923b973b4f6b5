import { spawnSync } from 'node:child_process';
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
