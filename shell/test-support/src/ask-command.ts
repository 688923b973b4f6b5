import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const folder = path.join(import.meta.dirname, '../../cli/src/commands');

/** Runs a command as its npm script does. @returns how it ended, and what it printed or complained of. */
export function askCommand(
  command: string,
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; says: string }> {
  return promisify(execFile)(process.execPath, [path.join(folder, command), ...words], {
    env: { PATH: process.env.PATH, ...environment },
    // Only ends a command that would never end by itself.
    timeout: 50_000,
  }).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    ({ code, stderr }) => ({ code, says: stderr }),
  );
}
