import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const portfolio = path.join(import.meta.dirname, '../../cli/src/portfolio.ts');

/** Runs `portfolio …` as the npm scripts do. @returns how it ended, and what it printed or complained of. */
export function askCommand(
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; says: string }> {
  return askCommandIn(process.cwd(), environment, ...words);
}

/** The same in a folder, such as that of a section. */
export function askCommandIn(
  cwd: string,
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; says: string }> {
  return promisify(execFile)(process.execPath, [portfolio, ...words], {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    // Only ends a command that would never end by itself.
    timeout: 50_000,
  }).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    ({ code, stderr }) => ({ code, says: stderr }),
  );
}
