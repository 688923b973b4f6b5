import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { replaceFile } from '@portfolio/releases/contents/durable-files.ts';

/** The cache is in `node_modules`, so that it is deleted with the packages. */
const folder = path.join(
  createRequire(import.meta.url)
    .resolve('sharp')
    .replace(/([\\/]node_modules)[\\/].*$/, '$1'),
  '.cache/portfolio',
);

/**
 * Caches a result on this machine.
 * @param name contains a hash of all sources of the result
 * @param make makes the result; undefined is not cached
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
    // Without the right to write, the next call makes the result again.
  }
  return made;
}

export function fileOnce(name: string): string {
  return path.join(folder, name);
}
