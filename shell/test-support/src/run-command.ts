import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const portfolio = path.join(import.meta.dirname, '../../cli/src/portfolio.ts');

const { PATH, NODE_COMPILE_CACHE = path.join(tmpdir(), 'portfolio-compile-cache') } = process.env;
/** The variables that processes of tests inherit. With the cache an API starts in half of the time. */
export const inherited = { PATH, NODE_COMPILE_CACHE, ENV_FILE: 'none' };

/** Runs `portfolio …` as the npm scripts do. @returns the exit code, and stdout or, after an error, stderr */
export function runCommand(
  environment: Record<string, string | undefined>,
  words: readonly string[],
  cwd = process.cwd(),
): Promise<{ code: number; says: string }> {
  return promisify(execFile)(process.execPath, [portfolio, ...words], {
    cwd,
    env: { ...inherited, ...environment },
    // Only ends a command that hangs.
    timeout: 250_000,
  }).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    ({ code, stderr }) => ({ code, says: stderr }),
  );
}
