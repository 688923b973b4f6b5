import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isMissing } from './missing.ts';

/** Something of a folder could not be removed; the message says what and why. */
export class NotRemovedError extends Error {
  override name = 'NotRemovedError';
}

/**
 * Removes a folder with all that is in it, where others can write: while it goes, a link may be put
 * in the place of an inner folder. The system's own command walks by handles and follows none;
 * `node:fs` walks by names, and would empty what the link points to.
 * @throws NotRemovedError
 */
export async function removeTree(folder: string): Promise<void> {
  try {
    await promisify(execFile)('rm', ['-rf', '--', folder]);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    if (stderr) throw new NotRemovedError(stderr.split('\n')[0]);
    if (!isMissing(error)) throw error;
    await rm(folder, { recursive: true, force: true });
  }
}
