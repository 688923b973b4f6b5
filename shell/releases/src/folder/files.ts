import { execFile } from 'node:child_process';
import { lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Replaces a file in one step, also in a power cut. A link in its place is replaced, not followed. */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    await writeDurably(temporary, content);
    // The only thing that a rename cannot replace.
    if ((await lstat(file).catch(() => undefined))?.isDirectory()) await removeTree(file);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await fsync(path.dirname(file));
}

/** Writes a new file whose content survives a power cut; its name does after an fsync of its folder. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a file survive a power cut; of a folder the names in it, as after a rename. */
export async function fsync(place: string): Promise<void> {
  const handle = await open(place);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The message says what could not be removed, and why. */
export class NotRemovedError extends Error {
  override name = 'NotRemovedError';
}

/**
 * Removes a folder where others can write: a link may be put in the place of an inner folder meanwhile.
 * The system's command walks by handles and follows none; `node:fs` would empty what it points to.
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

/** Whether an error of the file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}
