import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../own-package.ts';

/** The cache is in `node_modules`, so that it is deleted with the packages. */
const packages = path.join(repository ?? process.cwd(), 'node_modules');
const folder = path.join(packages, '.cache/portfolio');

/** What npm installed, as a name of what packages make; undefined where another program installs. */
export function hashOfPackages(): string | undefined {
  const list = path.join(packages, '.package-lock.json');
  return existsSync(list) ? hash('sha256', readFileSync(list)) : undefined;
}

/**
 * Finds a result in the cache, or makes and caches it.
 * @param name contains a hash of all that the result is made of
 */
export async function makeOnce(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = path.join(folder, name);
  const known = await readFile(file).catch(() => undefined);
  if (known) {
    await utimes(file, new Date(), new Date()).catch(() => {});
    return known;
  }
  const made = await make();
  // Without the right to write, the next call makes it again.
  await cache(file, made).catch(() => {});
  return made;
}

let emptying: Promise<void> | undefined;

async function cache(file: string, content: Buffer): Promise<void> {
  emptying ??= removeUnused();
  await emptying;
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${crypto.randomUUID()}`;
  // After a power cut a file that was renamed would be empty.
  await writeFile(part, content, { flush: true });
  await rename(part, file);
}

const keptMs = 30 * 24 * 3600_000;

/** Removes what was used last more than 30 days ago. */
export async function removeUnused(): Promise<void> {
  for await (const file of glob(path.join(folder, '*/*'))) {
    const used = await stat(file).catch(() => undefined);
    if (used && Date.now() - used.mtimeMs > keptMs) await rm(file, { recursive: true });
  }
}
