import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BrokenFileError } from '@portfolio/releases/folder/read-inside.ts';
import { tokenBucket } from '@portfolio/releases/folder/token-bucket.ts';
import { readMended } from '@portfolio/releases/live/live-release.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type CheckedFile, checkFile } from '@portfolio/releases/release/read-release.ts';
import { isSourceMap, type Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type Request, type Response, Router } from 'express';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import parseRange from 'range-parser';
import { sharedBodies } from '../connections.ts';
import type { Log } from '../log.ts';

const unchanging = 'public, max-age=31536000, immutable';

/** A file that is opened as a page of its own runs nothing, and is not of this site's origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const longestRange = 100;

/** No path in a release is longer, see the reader of releases; in an address each letter may take nine. */
const longestAddress = 2000;

/** Read and sent at a time: what a visitor takes of the memory who does not read. */
const pieceBytes = 128 * 1024;

/** `GET /releases/<name>/<id>/<path>`: the files of every release in the store, for ever the same. */
export function filesRouter(sources: Sources): Router {
  const findFile = cacheFiles(sources);
  const router = Router();
  router.use((request, response, next) => {
    if (request.url.length > longestAddress) refuse(response);
    else next();
  });
  router.get('/:name/:id/*path', async (request, response) => {
    const { name, id, path } = request.params as { name: string; id: string; path: unknown };
    const file = await findFile(name, id, Array.isArray(path) ? path.join('/') : String(path));
    if (!file) return refuse(response);
    const { content, headers } = represent(file, Boolean(request.acceptsEncodings('br')));
    const { bytes } = content;
    if (fresh(request.headers, { etag: headers.ETag })) {
      response.writeHead(304, headers).end();
      return;
    }
    const range = readByteRange(rangeFor(request, headers.ETag), bytes);
    if (range === 'unsatisfiable') {
      response.writeHead(416, { 'Content-Range': `bytes */${bytes}` }).end();
      return;
    }
    const { start, end } = range === 'whole' ? { start: 0, end: bytes - 1 } : range;
    response.writeHead(range === 'whole' ? 200 : 206, {
      ...headers,
      'Content-Length': end + 1 - start,
      ...(range === 'whole' ? {} : { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
    });
    await sendContent(response, content, start, end + 1);
  });
  return router;
}

function refuse(response: Response): void {
  response.set('Cache-Control', 'no-store').status(404).type('txt').send('No such file');
}

/** A part of a file only counts when the rest of it, which the client has, is of the same file. */
function rangeFor({ headers }: Request, tag: string): string | undefined {
  const condition = headers['if-range'];
  // A player asks for one range; a thousand of them would only be sorted to be refused.
  if ((headers.range?.length ?? 0) > longestRange) return undefined;
  return condition === undefined || condition === tag ? headers.range : undefined;
}

/** The file as this client takes it; each form has a tag of its own. */
function represent(file: FoundFile, wantsBrotli: boolean) {
  const isBrotli = wantsBrotli && file.brotli !== undefined;
  return {
    content: isBrotli ? (file.brotli as Content) : file.plain,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': unchanging,
      ETag: isBrotli ? file.etag.replace(/"$/, '-br"') : file.etag,
      Vary: 'Accept-Encoding',
      'Accept-Ranges': 'bytes',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': asDocument,
      ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
    },
  };
}

/** What of a file a request asks for; both ends are part of it. */
export type ByteRange = 'whole' | 'unsatisfiable' | { start: number; end: number };

/**
 * Reads a `Range` header. One range is answered as a part (206), one beyond the end with 416.
 * Everything else gets the whole file, as HTTP allows: other units, nonsense, and several ranges,
 * whose answer would be a multipart body that no client has asked this site for.
 * @param length of the file as it is sent, which is the compressed one where it is
 */
export function readByteRange(header: string | undefined, length: number): ByteRange {
  if (!header?.startsWith('bytes=')) return 'whole';
  const [, suffix] = /^bytes=-(\d+)$/.exec(header) ?? [];
  // The last 500 bytes of 100 are all of them (RFC 9110 §14.1.2); the package finds none.
  if (length > 0 && Number(suffix) > length) return 'whole';
  const ranges = parseRange(length, header, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  const [range, ...others] = ranges === -2 ? [] : ranges;
  return range && others.length === 0 ? { start: range.start, end: range.end } : 'whole';
}

/** Sends the bytes before `end`, no faster than they are taken. The headers are written already. */
async function sendContent(response: Response, content: Content, start: number, end: number) {
  if (response.req.method === 'HEAD' || start === end) response.end();
  else if (content.body) {
    sharedBodies.set(response, content.body);
    response.end(content.body.subarray(start, end));
  } else {
    // The file may change under way: half an answer must not look like a whole one, and is cut off.
    await pipeline(piecesOf(content, start, end), response).catch(() => {});
  }
}

async function* piecesOf({ read }: Content, start: number, end: number) {
  for (let at = start; at < end; at += pieceBytes)
    yield await read(at, Math.min(pieceBytes, end - at));
}

/** A file of a release as it can be sent. */
interface FoundFile {
  type: string;
  etag: string;
  plain: Content;
  brotli?: Content | undefined;
}

/** What is sent: from memory where it is small, else read piece by piece. */
interface Content extends CheckedFile {
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

  return async (name: string, id: string, file: string): Promise<FoundFile | undefined> => {
    const key = `${name}/${id}/${file}`;
    const known = files.get(key);
    if (known) {
      if (known === 'broken' || known.plain.body || (await isUnchanged(known))) return found(known);
      files.delete(key);
    }
    const release = await find({ name, id });
    if (!release || !isServed(release, file)) return undefined;
    return found(await files.forceFetch(key, { context: { release, file } }));
  };
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
