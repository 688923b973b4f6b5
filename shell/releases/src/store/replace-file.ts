import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces a file, for this user alone, atomically, even in a power cut. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  const written = writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
  const replaced = written.then(() => rename(temporary, file));
  await replaced.finally(() => rm(temporary, { force: true }));
  // The name is on the disk once the folder is.
  await using folder = await open(path.dirname(file));
  await folder.sync();
}
