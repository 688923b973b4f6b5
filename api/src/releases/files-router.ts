import { readFile, stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { checkContent, contentFile } from '@portfolio/releases/contents/contents.ts';
import {
  BrokenFileError,
  type ContentRef,
  hashName,
} from '@portfolio/releases/contents/integrity.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { isSourceMap, type Release, templateFile } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import send from 'send';
import { guards, sendPrepared } from '../http/send.ts';

/** A file that is opened in a window runs no script and has no origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * A script that may be a worker, to which no policy of a document applies: it imports and fetches what is the site's
 * alone. No header could follow CONNECT_ORIGINS, as files are cached for ever.
 */
const asWorker =
  "default-src 'none'; script-src 'self'; connect-src 'self'; sandbox allow-same-origin";

/** No path in a release is longer, of which each letter may take nine characters. */
const longestAddress = 2000;
const longestRange = 100;

/** `GET /releases/<name>/<id>/<path>`: the files of all releases, which never change. */
export function filesRouter(store: Store, live: LiveReleases): Router {
  const contents = cacheContents(store, live);
  const router = Router();
  router.use((request, response, next) => {
    // A player asks for one range; sorting a thousand would cost time.
    if ((request.headers.range?.length ?? 0) > longestRange) delete request.headers.range;
    // A section must not leave a script in the browser that runs after the visit.
    const isServiceWorker = request.headers['service-worker'] !== undefined;
    if (isServiceWorker || request.url.length > longestAddress) refuse(response);
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

/** The shell's document is not served, as it is a template. */
function isServed({ name, files }: Release, file: string): boolean {
  const isTemplate = name === 'shell' && file === templateFile;
  return Object.hasOwn(files, file) && !isTemplate && !isSourceMap(file);
}

/** A content in one encoding. A small one has a body in memory. */
interface Form {
  file: string;
  headers: OutgoingHttpHeaders & { ETag: string };
  body?: Buffer;
  /** The modification time of a large file when it was checked, in milliseconds. */
  writtenAt?: number;
}

interface ServedContent {
  key: string;
  plain: Form;
  br?: Form;
  gz?: Form;
}

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

/** The size of the cache: enough for the live releases and what old pages request. */
const mostBytes = 64 * 1024 * 1024;

/** Larger contents are streamed from their files. */
const mostInMemory = 512 * 1024;

/** How long the result of a check holds: disks break. */
const wholeMs = 3_600_000;

function cacheContents(store: Store, live: LiveReleases) {
  const checked = new LRUCache<string, ServedContent, { file: string; ref: ContentRef }>({
    maxSize: mostBytes,
    sizeCalculation: sizeOf,
    ttl: wholeMs,
    // Requests that wait for a content get it even if it is evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (key, _stale, { context: { file, ref } }) => prepareContent(store, key, file, ref),
  });

  return {
    async find(release: Release, file: string): Promise<ServedContent | undefined> {
      const ref = release.files[file];
      if (!ref) return undefined;
      const key = `${ref.integrity} ${path.extname(file)}`;
      const before = checked.get(key);
      if (before && (await isUnchanged(before))) return before;
      try {
        const isChanged = before !== undefined;
        return await checked.forceFetch(key, { context: { file, ref }, forceRefresh: isChanged });
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        // From now on the release is not found, until its files are whole.
        live.refuse(release, error.message);
        return undefined;
      }
    },
    forget: ({ key }: ServedContent) => checked.delete(key),
  };
}

async function prepareContent(
  store: Store,
  key: string,
  file: string,
  ref: ContentRef,
): Promise<ServedContent> {
  const wholeCopies = await checkContent(store, ref, file);
  const hash = ref.integrity.slice('sha384-'.length);
  const headers = {
    ...guards,
    'Content-Type': contentType(path.extname(file)) || 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${hash}"`,
    Vary: 'Accept-Encoding',
    'Accept-Ranges': 'bytes',
    // Files are public and never change, and pages of other sites may load a section.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Releases share contents, so it follows from the name alone.
    'Content-Security-Policy': path.extname(file) === '.mjs' ? asWorker : asDocument,
  };
  const plain = await formOf(contentFile(store, hashName(ref)), headers);
  const content: ServedContent = { key, plain };
  for (const encoding of wholeCopies) {
    content[encoding] = await formOf(contentFile(store, hashName(ref), encoding), {
      ...headers,
      ETag: `"${hash}-${encoding}"`,
      'Content-Encoding': encoding === 'gz' ? 'gzip' : encoding,
    });
  }
  return content;
}

/** Whether files that are not in memory are unchanged since their check. */
async function isUnchanged({ plain, br, gz }: ServedContent): Promise<boolean> {
  for (const form of [plain, br, gz]) {
    if (form?.writtenAt === undefined) continue;
    const found = await stat(form.file).catch(() => undefined);
    if (found?.mtimeMs !== form.writtenAt) return false;
  }
  return true;
}

async function formOf(file: string, headers: Form['headers']): Promise<Form> {
  const { size, mtimeMs } = await stat(file);
  if (size > mostInMemory) return { file, headers, writtenAt: mtimeMs };
  const body = await readFile(file);
  return { file, headers: { ...headers, 'Content-Length': body.length }, body };
}

function sizeOf({ plain, br, gz }: ServedContent): number {
  return [plain, br, gz].reduce((sum, form) => sum + (form?.body?.length ?? 0), 1000);
}
