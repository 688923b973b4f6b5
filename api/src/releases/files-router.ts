import { type Request, type Response, Router } from 'express';
import { acceptsBrotli, isFresh } from '../http/read-request.ts';
import { readByteRange } from './byte-range.ts';
import { type Content, cacheFiles, type FoundFile } from './files-cache.ts';
import { sendContent } from './send-content.ts';

const unchanging = 'public, max-age=31536000, immutable';

/** A file that is opened as a page of its own runs nothing, and is not of this site's origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const longestRange = 100;

/** No path in a release is longer, see the reader of releases; in an address each letter may take nine. */
const longestAddress = 2000;

/** `GET /releases/<name>/<id>/<path>`: the files of every release in the store, for ever the same. */
export function filesRouter(sources: Parameters<typeof cacheFiles>[0]): Router {
  const files = cacheFiles(sources);
  const router = Router();
  router.use((request, response, next) => {
    if (request.url.length > longestAddress) refuse(response);
    else next();
  });
  router.get('/:name/:id/*path', async (request, response) => {
    const { name, id, path } = request.params as { name: string; id: string; path: unknown };
    const file = await files.find(name, id, Array.isArray(path) ? path.join('/') : String(path));
    if (!file) return refuse(response);
    const { content, headers } = represent(file, acceptsBrotli(request));
    const { bytes } = content;
    if (isFresh(request, headers.ETag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const part = readByteRange(rangeFor(request, headers.ETag), bytes);
    if (part === 'unsatisfiable') {
      response.writeHead(416, { 'Content-Range': `bytes */${bytes}` }).end();
      return;
    }
    const isWhole = part === 'whole';
    const start = isWhole ? 0 : part.start;
    const length = isWhole ? bytes : part.end + 1 - start;
    response.writeHead(isWhole ? 200 : 206, {
      ...headers,
      'Content-Length': length,
      ...(isWhole ? {} : { 'Content-Range': `bytes ${start}-${part.end}/${bytes}` }),
    });
    await sendContent(response, content, { start, length });
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
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': asDocument,
      ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
    },
  };
}
