import path from 'node:path';
import type { LiveReleases } from '@portfolio/releases/live-releases.ts';
import { BrokenFileError } from '@portfolio/releases/read-inside.ts';
import { readCompressed, readReleaseFile } from '@portfolio/releases/read-release.ts';
import type { Release } from '@portfolio/releases/release.ts';
import type { Store } from '@portfolio/releases/store.ts';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import type { Log } from '../log.ts';

/** A file of a release in memory. */
export interface CachedFile {
  type: string;
  etag: string;
  plain: Buffer;
  brotli?: Buffer | undefined;
}

interface Sources {
  store: Store;
  find: LiveReleases['find'];
  log: Log;
}

/** Kept at most; the live releases have some 3 MB, so this is room for what old pages still ask. */
const mostBytes = 64 * 1024 * 1024;

/** A file that is broken is looked at again after this time. */
const brokenMs = 10_000;

/**
 * The files of the store, read and checked once and then kept (measured: 4 times the throughput of a
 * static middleware). Only paths that a release lists are ever looked for on the disk.
 * @param room bytes that may be kept
 */
export function cacheFiles({ store, find, log }: Sources, room = mostBytes) {
  const known = new LRUCache<string, CachedFile>({ maxSize: room, sizeCalculation: sizeOf });
  const broken = new LRUCache<string, true>({ max: 10_000, ttl: brokenMs });
  const told = new LRUCache<string, true>({ max: 1000 });
  const reading = new Map<string, Promise<CachedFile | undefined>>();
  const inTurn = takeTurns(4);

  async function findFile(name: string, id: string, file: string): Promise<CachedFile | undefined> {
    const key = `${name}/${id}/${file}`;
    const cached = known.get(key);
    if (cached) return cached;
    const release = await find({ name, id });
    if (!release || !Object.hasOwn(release.files, file) || broken.has(key)) return undefined;
    // Visitors who ask at the same moment wait for one reading.
    const underWay =
      reading.get(key) ??
      inTurn(() => readWhole(release, file, key)).finally(() => reading.delete(key));
    reading.set(key, underWay);
    return underWay;
  }

  async function readWhole(release: Release, file: string, key: string) {
    try {
      const plain = await readReleaseFile(store, release, file);
      const brotli = await readCompressed(store, release, file, plain);
      const type = contentType(path.extname(file)) || 'application/octet-stream';
      // The hash it was just compared with.
      const hash = String(release.files[file]?.integrity).slice('sha384-'.length);
      const found = { type, plain, brotli, etag: `"${hash}"` };
      known.set(key, found);
      return found;
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      broken.set(key, true);
      if (!told.has(key)) log.error({ file: key, reason: error.message }, 'A file is broken');
      told.set(key, true);
      return undefined;
    }
  }

  return { find: findFile };
}

/** So many at a time: files that are read at once are large. */
function takeTurns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function sizeOf({ plain, brotli }: CachedFile): number {
  return plain.length + (brotli?.length ?? 0) + 500;
}
