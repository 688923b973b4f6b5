import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  isMissing,
  type Release,
  readRelease,
  releaseFolder,
  type Store,
} from '@portfolio/releases';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';

/** A file of a release in memory. */
export interface CachedFile {
  type: string;
  etag: string;
  plain: Buffer;
  brotli?: Buffer | undefined;
}

/** The live releases have some 3 MB, so this is room for what old pages still ask. */
const mostBytes = 64 * 1024 * 1024;

/** Descriptions of releases, some 10 kB each. */
const mostReleases = 200;

/**
 * The files of the store, read once and then kept in memory (measured: 4 times the throughput of a
 * static middleware). Only paths that a release lists are ever looked for on the disk.
 * @param maxSize bytes that may be kept
 */
export function cacheFiles(store: Store, maxSize = mostBytes) {
  const files = new LRUCache<string, CachedFile>({
    maxSize,
    sizeCalculation: ({ plain, brotli }) => Math.max(1, plain.length + (brotli?.length ?? 0)),
  });
  const releases = new LRUCache<string, Release>({ max: mostReleases });

  async function find(name: string, id: string, file: string): Promise<CachedFile | undefined> {
    const key = `${name}/${id}/${file}`;
    const known = files.get(key);
    if (known) return known;
    const listed = (await findRelease(name, id))?.files;
    if (!listed || !Object.hasOwn(listed, file)) return undefined;
    const found = await readCached(path.join(releaseFolder(store, name, id), file));
    if (found) files.set(key, found);
    return found;
  }

  async function findRelease(name: string, id: string): Promise<Release | undefined> {
    const key = `${name}/${id}`;
    const known = releases.get(key);
    if (known) return known;
    const release = await readRelease(store, name, id);
    if (release) releases.set(key, release);
    return release;
  }

  return { find };
}

/** The tag is of what is really there, so a file changed on the disk is no longer taken for the old. */
async function readCached(file: string): Promise<CachedFile | undefined> {
  try {
    const [plain, brotli] = await Promise.all([readFile(file), readIfThere(`${file}.br`)]);
    const type = contentType(path.extname(file)) || 'application/octet-stream';
    const hash = await crypto.subtle.digest('SHA-256', plain);
    return { type, plain, brotli, etag: `"${Buffer.from(hash).toString('base64url')}"` };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}
