import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import fresh from 'fresh';
import parseRange from 'range-parser';
import { sharedBodies } from '../connections.ts';
import { type Content, cacheFiles, type FoundFile } from './files-cache.ts';

const unchanging = 'public, max-age=31536000, immutable';

/** A file that is opened as a page of its own runs nothing, and is not of this site's origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const longestRange = 100;

/** No path in a release is longer, see the reader of releases; in an address each letter may take nine. */
const longestAddress = 2000;

/** Read and sent at a time: what a visitor takes of the memory who does not read. */
const pieceBytes = 128 * 1024;

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
      'X-Content-Type-Options': 'nosniff',
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
