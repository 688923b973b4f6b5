import path from 'node:path';
import { BrokenFileError } from '@portfolio/releases/folder/read-inside.ts';
import { tokenBucket } from '@portfolio/releases/folder/token-bucket.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import {
  type CheckedFile,
  checkCopy,
  checkFile,
} from '@portfolio/releases/release/checked-file.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import type { Log } from '../log.ts';

/** A file of a release as it can be sent. */
export interface FoundFile {
  type: string;
  etag: string;
  plain: Content;
  brotli?: Content | undefined;
}

/** What is sent: from memory where it is small, else read piece by piece. */
export interface Content extends CheckedFile {
  body?: Buffer;
}

interface Sources {
  store: Store;
  find: LiveReleases['find'];
  log: Log;
}

/** Kept at most: the live releases, and room for what old pages still ask. */
const mostBytes = 64 * 1024 * 1024;

/** Larger files are read anew for everybody: ever so many visitors take no more memory than they read. */
const mostInMemory = 512 * 1024;

/** What is remembered of a file that was checked is small. */
const mostChecked = 20_000;

/** A file that is broken is looked at again after this time. */
const brokenMs = 10_000;

/**
 * The files of the store: their hashes checked once, small ones then kept. Only paths that a release
 * lists are looked for on the disk.
 * @param room bytes that may be kept
 */
export function cacheFiles({ store, find, log }: Sources, room = mostBytes) {
  const kept = new LRUCache<string, FoundFile>({ maxSize: room, sizeCalculation: sizeOf });
  const checked = new LRUCache<string, FoundFile>({ max: mostChecked });
  const broken = new LRUCache<string, true>({ max: 10_000, ttl: brokenMs });
  const told = new LRUCache<string, true>({ max: 1000 });
  const reading = new Map<string, Promise<FoundFile | undefined>>();
  const throttle = tokenBucket();

  async function findFile(name: string, id: string, file: string): Promise<FoundFile | undefined> {
    const key = `${name}/${id}/${file}`;
    const cached = kept.get(key);
    if (cached) return cached;
    const release = await find({ name, id });
    if (!release || !isServed(release, file) || broken.has(key)) return undefined;
    // Visitors who ask at the same moment wait for one reading.
    const underWay =
      reading.get(key) ?? read(release, file, key).finally(() => reading.delete(key));
    reading.set(key, underWay);
    return underWay;
  }

  async function read(release: Release, file: string, key: string) {
    try {
      const known = checked.get(key);
      // It may have been changed since it was checked.
      const inMemory = known && (await toMemory(known).catch(() => undefined));
      const found = inMemory ?? (await toMemory(await checkMended(release, file)));
      checked.set(key, withoutBodies(found));
      if (found.plain.body) kept.set(key, found);
      return found;
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      broken.set(key, true);
      if (!told.has(key)) log.error({ file: key, reason: error.message }, 'A file is broken');
      told.set(key, true);
      return undefined;
    }
  }

  /** A machine's copy that is broken is exchanged, once. */
  async function checkMended(release: Release, file: string): Promise<FoundFile> {
    try {
      return await check(release, file);
    } catch (error) {
      const isMended = error instanceof BrokenFileError && (await store.remote?.mend(release));
      if (!isMended) throw error;
      return check(release, file);
    }
  }

  function check(release: Release, file: string): Promise<FoundFile> {
    return throttle(release.name, async (spend) => {
      spend(2 * (release.files[file]?.bytes ?? 0));
      const plain = await checkFile(store, release, file);
      const brotli = await checkCopy(store, release, file);
      const type = contentType(path.extname(file)) || 'application/octet-stream';
      const hash = String(release.files[file]?.integrity).slice('sha384-'.length);
      return { type, plain, brotli, etag: `"${hash}"` };
    });
  }

  return { find: findFile };
}

/** The shell's document is a template: only filled in is it a page of the site. */
function isServed({ name, files }: Release, file: string): boolean {
  return Object.hasOwn(files, file) && !(name === 'shell' && file === 'document.html');
}

async function toMemory(found: FoundFile): Promise<FoundFile> {
  if (found.plain.bytes > mostInMemory) {
    // Looks whether it is still the one that was checked.
    await found.plain.read(0, 0);
    return found;
  }
  const [plain, brotli] = await Promise.all([withBody(found.plain), withBody(found.brotli)]);
  return { ...found, plain: plain ?? found.plain, brotli };
}

async function withBody(content: Content | undefined): Promise<Content | undefined> {
  return content && { ...content, body: await content.read(0, content.bytes) };
}

function withoutBodies({ plain, brotli, ...rest }: FoundFile): FoundFile {
  const bare = ({ bytes, read }: Content): Content => ({ bytes, read });
  return { ...rest, plain: bare(plain), brotli: brotli && bare(brotli) };
}

function sizeOf({ plain, brotli }: FoundFile): number {
  return plain.bytes + (brotli?.bytes ?? 0) + 500;
}
