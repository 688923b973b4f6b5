import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces a file atomically, even in a power cut. */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { flag: 'wx', mode, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The name is on the disk once the folder is.
  await using folder = await open(path.dirname(file));
  await folder.sync();
}
