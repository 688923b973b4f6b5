import { lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from './remove-tree.ts';

/**
 * Replaces a file in one step: a reader sees the content from before or the new one, also after a power
 * cut. A link in its place is replaced, not followed.
 */
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
