import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The folder of the repository. */
export const root = path.join(import.meta.dirname, '../../..');

/** Runs one of the project's commands on the pinned Node.js, as its npm script would. */
export function runPinned(args: readonly string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    // What commands print is read here: without colours.
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
