import path from 'node:path';
import { BrokenFileError } from '@portfolio/releases/release/files.ts';
import {
  formatRef,
  isSourceMap,
  type Release,
  type ReleaseRef,
} from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Form } from '@portfolio/releases/store/release-cache.ts';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import type { Parts } from '../parts.ts';

/** A file that is opened in a window runs no script and has no origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * A script that may be a worker, to which no policy of a document applies: it imports and fetches what is the site's
 * alone. No header could follow CONNECT_ORIGINS, as files are cached for ever.
 */
const asWorker =
  "default-src 'none'; script-src 'self'; connect-src 'self'; sandbox allow-same-origin";

/** The size of the cache: enough for the live releases and what old pages request. */
const mostBytes = 64 * 1024 * 1024;

/** Larger files are streamed from the disk. */
const mostInMemory = 512 * 1024;

type Addressed = ReleaseRef & { path: string[] };

/** `GET /releases/<name>/<id>/<path>`: the files of all releases, which never change. */
export function answerFiles({ store: { releases }, live }: Parts): RequestHandler<Addressed> {
  const bodies = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }) => length + 1000,
  });
  return async (request, response) => {
    const { path: parts, ...ref } = request.params;
    const [file, release] = [parts.join('/'), await live.find(ref)];
    const isServed = release && Object.hasOwn(release.files, file) && !isSourceMap(file);
    // A section must not leave a script in the browser that runs after the visit.
    const isServiceWorker = 'service-worker' in request.headers;
    if (!isServed || isServiceWorker) throw noSuchFile;
    const isCompressed = release.compressed.has(file) && request.acceptsEncodings('br');
    const form = isCompressed ? 'br' : 'plain';
    const headers = headersOf(release, file, form);
    const isStreamed = Number(release.files[file]?.bytes) > mostInMemory || request.headers.range;
    try {
      if (isStreamed) {
        const place = await releases.find(release, file, form);
        const [root, own] = [path.dirname(place), { cacheControl: false, lastModified: false }];
        return response.set(headers).sendFile(path.basename(place), { root, ...own });
      }
      const key = `${formatRef(release)} ${form} ${file}`;
      const body = bodies.get(key) ?? (await release.read(file, form));
      if (!body) throw noSuchFile;
      bodies.set(key, body);
      response.set(headers).send(body);
    } catch (error) {
      throw error instanceof BrokenFileError ? noSuchFile : error;
    }
  };
}

const noSuchFile = new RefusedError('There is no such file.', 404);

function headersOf({ files }: Release, file: string, form: Form) {
  const hash = files[file]?.integrity.slice('sha384-'.length);
  return {
    'Content-Type': contentType(path.extname(file)) || 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ...(form === 'br' && { 'Content-Encoding': 'br' }),
    ETag: form === 'br' ? `"${hash}-br"` : `"${hash}"`,
    Vary: 'Accept-Encoding',
    'Accept-Ranges': 'bytes',
    // Files are public and never change, and pages of other sites may load a section.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': path.extname(file) === '.mjs' ? asWorker : asDocument,
  };
}
