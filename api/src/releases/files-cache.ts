import path from 'node:path';
import { BrokenFileError } from '@portfolio/releases/folder/read-inside.ts';
import { tokenBucket } from '@portfolio/releases/folder/token-bucket.ts';
import { readMended } from '@portfolio/releases/live/live-release.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type CheckedFile, checkFile } from '@portfolio/releases/release/read-release.ts';
import { isSourceMap, type Release } from '@portfolio/releases/release/release.ts';
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

/** What is to be read, and of which release. */
interface Asked {
  release: Release;
  file: string;
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

/** A file that is broken is checked again after this time. */
const brokenMs = 10_000;

/**
 * The files of the store: their hashes checked once, small ones then kept. Only paths that a release
 * lists are looked for on the disk.
 * @param room bytes that may be kept
 */
export function cacheFiles({ store, find, log }: Sources, room = mostBytes) {
  const told = new LRUCache<string, true>({ max: 1000 });
  const throttle = tokenBucket();
  const files = new LRUCache<string, FoundFile | 'broken', Asked>({
    maxSize: room,
    // An entry that is evicted while it is fetched would be rejected.
    ignoreFetchAbort: true,
    sizeCalculation: sizeOf,
    fetchMethod: async (key, _stale, { context: { release, file }, options }) => {
      try {
        return await toMemory(await readMended(store, release, () => check(release, file)));
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        if (!told.has(key)) log.error({ file: key, reason: error.message }, 'A file is broken');
        told.set(key, true);
        options.ttl = brokenMs;
        return 'broken';
      }
    },
  });

  async function findFile(name: string, id: string, file: string): Promise<FoundFile | undefined> {
    const key = `${name}/${id}/${file}`;
    const known = files.get(key);
    if (known) {
      if (known === 'broken' || known.plain.body || (await isUnchanged(known))) return found(known);
      files.delete(key);
    }
    const release = await find({ name, id });
    if (!release || !isServed(release, file)) return undefined;
    return found(await files.forceFetch(key, { context: { release, file } }));
  }

  function check(release: Release, file: string): Promise<FoundFile> {
    return throttle(release.name, async (spend) => {
      spend(2 * (release.files[file]?.bytes ?? 0));
      const plain = await checkFile(store, release, file);
      const brotli = await checkFile(store, release, file, 'br').catch(() => undefined);
      const type = contentType(path.extname(file)) || 'application/octet-stream';
      const hash = String(release.files[file]?.integrity).slice('sha384-'.length);
      return { type, plain, brotli, etag: `"${hash}"` };
    });
  }

  return { find: findFile };
}

const found = (file: FoundFile | 'broken') => (file === 'broken' ? undefined : file);

/** What is read piece by piece may have been changed since it was checked. */
async function isUnchanged({ plain }: FoundFile): Promise<boolean> {
  return plain.read(0, 0).then(
    () => true,
    () => false,
  );
}

/** The shell's document is a template: only filled in is it a page of the site. */
function isServed({ name, files }: Release, file: string): boolean {
  const isTemplate = name === 'shell' && file === 'document.html';
  return Object.hasOwn(files, file) && !isTemplate && !isSourceMap(file);
}

async function toMemory(checked: FoundFile): Promise<FoundFile> {
  if (checked.plain.bytes > mostInMemory) return checked;
  const [plain, brotli] = await Promise.all([withBody(checked.plain), withBody(checked.brotli)]);
  return { ...checked, plain: plain ?? checked.plain, brotli };
}

async function withBody(content: Content | undefined): Promise<Content | undefined> {
  return content && { ...content, body: await content.read(0, content.bytes) };
}

function sizeOf(file: FoundFile | 'broken'): number {
  if (file === 'broken') return 100;
  if (!file.plain.body) return 500;
  return file.plain.bytes + (file.brotli?.bytes ?? 0) + 500;
}
