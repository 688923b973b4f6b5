import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The commit a folder is at, with `+` when it was changed since; empty outside of git. */
export async function readCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder });
    const changes = await run('git', ['status', '--porcelain', '--', '.'], { cwd: folder });
    return stdout.trim() + (changes.stdout ? '+' : '');
  } catch {
    return '';
  }
}
