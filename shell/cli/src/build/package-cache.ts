import { glob, mkdir, readFile, rm, stat, utimes } from 'node:fs/promises';
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
 * Finds a result in the cache, or makes and caches it.
 * @param name contains a hash of all sources of the result
 * @param make makes the result; undefined is not cached
 */
export async function makeOnce<Made extends Buffer | undefined>(
  name: string,
  make: () => Promise<Made>,
): Promise<Made | Buffer> {
  const known = await readCached(name);
  if (known) return known;
  const made = await make();
  if (made) await cache(name, made);
  return made;
}

export async function readCached(name: string): Promise<Buffer | undefined> {
  const file = fileOnce(name);
  const content = await readFile(file).catch(() => undefined);
  if (content) await utimes(file, new Date(), new Date()).catch(() => {});
  return content;
}

let emptying: Promise<void> | undefined;

export async function cache(name: string, content: Buffer): Promise<void> {
  const file = fileOnce(name);
  emptying ??= removeUnused();
  try {
    await emptying;
    await mkdir(path.dirname(file), { recursive: true });
    await replaceFile(file, content);
  } catch {
    // Without the right to write, the next call makes the result again.
  }
}

const keptMs = 30 * 24 * 3600_000;

/** Removes what was used last more than 30 days ago. */
export async function removeUnused(): Promise<void> {
  for await (const file of glob(path.join(folder, '*/*'))) {
    const used = await stat(file).catch(() => undefined);
    if (used && Date.now() - used.mtimeMs > keptMs) await rm(file, { recursive: true });
  }
}

function fileOnce(name: string): string {
  return path.join(folder, name);
}
