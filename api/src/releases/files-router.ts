import { type Request, Router } from 'express';
import { acceptsBrotli, isFresh } from '../http/negotiation.ts';
import { readByteRange } from './byte-range.ts';
import { type CachedFile, cacheFiles } from './files-cache.ts';

const unchanging = 'public, max-age=31536000, immutable';

/** A file that is opened as a page of its own runs nothing, and is not of this site's origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** `GET /releases/<name>/<id>/<path>`: the files of every release in the store, for ever the same. */
export function filesRouter(sources: Parameters<typeof cacheFiles>[0]): Router {
  const files = cacheFiles(sources);
  const router = Router();
  router.get('/releases/:name/:id/*path', async (request, response) => {
    const { name, id, path } = request.params as { name: string; id: string; path: unknown };
    const file = await files.find(name, id, Array.isArray(path) ? path.join('/') : String(path));
    if (!file) {
      response.set('Cache-Control', 'no-store').status(404).type('txt').send('No such file');
      return;
    }
    const { body, headers } = represent(file, acceptsBrotli(request));
    if (isFresh(request, headers.ETag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const part = readByteRange(rangeFor(request, headers.ETag), body.length);
    if (part === 'unsatisfiable') {
      response.writeHead(416, { 'Content-Range': `bytes */${body.length}` }).end();
      return;
    }
    const isWhole = part === 'whole';
    const sent = isWhole ? body : body.subarray(part.start, part.end + 1);
    response.writeHead(isWhole ? 200 : 206, {
      ...headers,
      'Content-Length': sent.length,
      ...(isWhole ? {} : { 'Content-Range': `bytes ${part.start}-${part.end}/${body.length}` }),
    });
    response.end(sent);
  });
  return router;
}

/** A part of a file only counts when the rest of it, which the client has, is of the same file. */
function rangeFor({ headers }: Request, tag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === tag ? headers.range : undefined;
}

/** The file as this client takes it; each form has a tag of its own. */
function represent(file: CachedFile, wantsBrotli: boolean) {
  const isBrotli = wantsBrotli && file.brotli !== undefined;
  return {
    body: isBrotli ? (file.brotli as Buffer) : file.plain,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': unchanging,
      ETag: isBrotli ? file.etag.replace(/"$/, '-br"') : file.etag,
      Vary: 'Accept-Encoding',
      'Accept-Ranges': 'bytes',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': asDocument,
      ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
    },
  };
}
