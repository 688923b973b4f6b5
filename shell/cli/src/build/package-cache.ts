import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { replaceFile } from '@portfolio/releases/contents/durable-files.ts';

/** In the folder of a library that draws, so that it is removed with it. */
const folder = path.join(
  createRequire(import.meta.url)
    .resolve('sharp')
    .replace(/([\\/]node_modules)[\\/].*$/, '$1'),
  '.cache/portfolio',
);

/**
 * What takes long to make, made once on this machine.
 * @param name with a hash of all that it is made of
 * @param make may make nothing, which is not kept
 */
export async function makeOnce<Made extends Buffer | undefined>(
  name: string,
  make: () => Promise<Made>,
): Promise<Made | Buffer> {
  const file = fileOnce(name);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const made = await make();
  if (made === undefined) return made;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await replaceFile(file, made);
  } catch {
    // Where writing is not allowed it is made again the next time.
  }
  return made;
}

/** Where on this machine it is, once it was made. */
export function fileOnce(name: string): string {
  return path.join(folder, name);
}
