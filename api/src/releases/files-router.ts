import { readFile, stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { type CheckedContent, checkContent } from '@portfolio/releases/contents/contents.ts';
import { BrokenFileError, type ContentRef } from '@portfolio/releases/contents/integrity.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { isSourceMap, type Release, templateFile } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import send from 'send';
import { sharedBodies } from '../http/connections.ts';
import { guards, sendPrepared } from '../http/send.ts';

/** A file that is opened as a page of its own runs nothing, and is not of this site's origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** No path in a release is longer; in an address each letter may take nine. */
const longestAddress = 2000;
const longestRange = 100;

/** `GET /releases/<name>/<id>/<path>`: the files of every release in the store, for ever the same. */
export function filesRouter(store: Store, live: LiveReleases): Router {
  const contents = cacheContents(store, live);
  const router = Router();
  router.use((request, response, next) => {
    // A player asks for one range; a thousand of them would only be sorted to be refused.
    if ((request.headers.range?.length ?? 0) > longestRange) delete request.headers.range;
    if (request.url.length > longestAddress) refuse(response);
    else next();
  });
  router.get('/:name/:id/*path', async (request, response) => {
    const { name, id, path } = request.params as { name: string; id: string; path: unknown };
    const file = Array.isArray(path) ? path.join('/') : String(path);
    const release = await live.find({ name, id });
    const content = release && isServed(release, file) && (await contents.find(release, file));
    if (!content) return refuse(response);
    sendContent(request, response, content, () => contents.forget(content));
  });
  // An address that cannot be decoded names no file.
  const refuseUndecoded: ErrorRequestHandler = (error, _request, response, next) =>
    error instanceof URIError ? refuse(response) : next(error);
  router.use(refuseUndecoded);
  return router;
}

function refuse(response: Response): void {
  response
    .set({ ...guards, 'Cache-Control': 'no-store' })
    .status(404)
    .type('txt')
    .send('No such file');
}

/** The shell's document is a template: only filled in is it a page of the site. */
function isServed({ name, files }: Release, file: string): boolean {
  const isTemplate = name === 'shell' && file === templateFile;
  return Object.hasOwn(files, file) && !isTemplate && !isSourceMap(file);
}

/** A content in one encoding: from memory where it is small, else from its file. */
interface Form {
  file: string;
  headers: OutgoingHttpHeaders & { ETag: string };
  body?: Buffer;
  /** Of a large file: when it was last written before it was checked. */
  writtenAt?: number;
}

/** A content as a file of a release, in the encodings that it has. */
interface ServedContent {
  key: string;
  plain: Form;
  br?: Form;
  gz?: Form;
}

/** Sends the content in the encoding that the client takes. */
function sendContent(
  request: Request,
  response: Response,
  { plain, br, gz }: ServedContent,
  onMissing: () => void,
): void {
  const compressed =
    (br && request.acceptsEncodings('br') && br) || (gz && request.acceptsEncodings('gzip') && gz);
  const { file, headers, body } = compressed || plain;
  if (body && !request.headers.range) {
    sharedBodies.set(response, body);
    sendPrepared(request, response, { body, headers });
    return;
  }
  response.set(headers as Record<string, string>);
  const options = {
    root: path.dirname(file),
    cacheControl: false,
    etag: false,
    lastModified: false,
  };
  send(request, path.basename(file), options)
    .on('error', (error: { status?: number; headers?: Record<string, string> }) => {
      if (response.headersSent) return response.destroy();
      for (const name of Object.keys(headers)) response.removeHeader(name);
      if (error.status === 416 || error.status === 412)
        return response
          .status(error.status)
          .set({ ...guards, ...error.headers })
          .end();
      onMissing();
      refuse(response);
    })
    .pipe(response);
}

/** Kept in memory: the live releases, and room for what old pages still ask. */
const mostBytes = 64 * 1024 * 1024;

/** Larger ones are read anew for each visitor: ever so many take no more memory than they read. */
const mostInMemory = 512 * 1024;

/** What is broken is compared again after this time; what is whole, too, as disks break. */
const brokenMs = 10_000;
const mostBroken = 1000;
const wholeMs = 3_600_000;

/** The files of releases: their contents are compared with their hashes once, and then sent. */
function cacheContents(store: Store, live: LiveReleases) {
  const known = new LRUCache<string, ServedContent>({
    maxSize: mostBytes,
    sizeCalculation: sizeOf,
    ttl: wholeMs,
  });
  const checking = new Map<string, Promise<ServedContent>>();
  // By release: each that has a broken content is refused for itself.
  const broken = new LRUCache<string, true>({ max: mostBroken, ttl: brokenMs });

  /** @throws BrokenFileError */
  async function check(key: string, file: string, ref: ContentRef): Promise<ServedContent> {
    const content = await prepareContent(key, file, ref, await checkContent(store, ref, file));
    known.set(key, content);
    return content;
  }

  /** Requests that come meanwhile wait for the same work. */
  function checkOnce(key: string, file: string, ref: ContentRef): Promise<ServedContent> {
    const work = checking.get(key) ?? check(key, file, ref);
    checking.set(key, work);
    return work.finally(() => checking.delete(key));
  }

  return {
    async find(release: Release, file: string): Promise<ServedContent | undefined> {
      const ref = release.files[file];
      const place = `${release.name}@${release.id}/${file}`;
      if (!ref || broken.has(place)) return undefined;
      const key = `${ref.integrity} ${path.extname(file)}`;
      const before = known.get(key);
      if (before && (await isUnchanged(before))) return before;
      try {
        return await checkOnce(key, file, ref);
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        broken.set(place, true);
        live.refuse(release, error.message);
        return undefined;
      }
    },
    forget: ({ key }: ServedContent) => known.delete(key),
  };
}

async function prepareContent(
  key: string,
  file: string,
  { integrity }: ContentRef,
  checked: CheckedContent,
): Promise<ServedContent> {
  const hash = integrity.slice('sha384-'.length);
  const headers = {
    ...guards,
    'Content-Type': contentType(path.extname(file)) || 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${hash}"`,
    Vary: 'Accept-Encoding',
    'Accept-Ranges': 'bytes',
    // Public, and for ever the same: pages of other sites may load a section.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': asDocument,
  };
  const content: ServedContent = { key, plain: await formOf(checked, headers) };
  for (const encoding of ['br', 'gz'] as const) {
    const copy = checked.copies[encoding];
    if (!copy) continue;
    // Each encoding has a tag of its own.
    content[encoding] = await formOf(copy, {
      ...headers,
      ETag: `"${hash}-${encoding}"`,
      'Content-Encoding': encoding === 'gz' ? 'gzip' : encoding,
    });
  }
  return content;
}

/** Whether the files that are not in memory are those that were checked. */
async function isUnchanged({ plain, br, gz }: ServedContent): Promise<boolean> {
  for (const form of [plain, br, gz]) {
    if (form?.writtenAt === undefined) continue;
    const found = await stat(form.file).catch(() => undefined);
    if (found?.mtimeMs !== form.writtenAt) return false;
  }
  return true;
}

async function formOf(
  { file, bytes }: Pick<CheckedContent, 'file' | 'bytes'>,
  headers: Form['headers'],
): Promise<Form> {
  if (bytes > mostInMemory) return { file, headers, writtenAt: (await stat(file)).mtimeMs };
  return { file, headers: { ...headers, 'Content-Length': bytes }, body: await readFile(file) };
}

function sizeOf({ plain, br, gz }: ServedContent): number {
  return [plain, br, gz].reduce((sum, form) => sum + (form?.body?.length ?? 0), 1000);
}
