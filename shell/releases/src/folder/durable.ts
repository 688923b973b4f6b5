import { open } from 'node:fs/promises';

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
