import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { DatabaseError, isFullDisk } from '@portfolio/releases/database/database.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { guards } from './guards.ts';

/** An answer in one encoding, which is made once and sent to many clients. */
interface Prepared {
  body: Buffer;
  headers: OutgoingHttpHeaders;
}

/** An answer as it is, and compressed. */
export interface Encodings {
  plain: Prepared;
  br: Prepared;
  /** For how long it holds, in milliseconds, if not for good. */
  ttl?: number;
}

/** Runs on a thread of zlib, so it does not block the event loop. */
const compress = promisify(brotliCompress);

/** Levels of Brotli: `best` takes some 60 ms for a document, `fast` 3 ms for a tenth more bytes. */
export const brotli = { best: 11, fast: 5 } as const;

/** A copy with memory of its own: a small buffer is a part of a larger one, which it would keep. */
const unpooled = (bytes: Buffer) => Buffer.from(new Uint8Array(bytes).buffer);

/**
 * Prepares an answer in both encodings.
 * @param tagged what its tag is made of, equal on every machine; an answer without a tag is never 304
 */
export async function prepare(
  text: string,
  headers: OutgoingHttpHeaders,
  level: number,
  tagged?: string,
): Promise<Encodings> {
  const plain = unpooled(Buffer.from(text));
  const params = { [constants.BROTLI_PARAM_QUALITY]: level };
  const br = unpooled(await compress(plain, { params }));
  // A strong tag names bytes, so each encoding has its own (RFC 9110 §8.8.3.3).
  const tag = tagged && hash('sha256', tagged, 'base64url');
  const [own, ofBrotli] = tag ? [{ ETag: `"${tag}"` }, { ETag: `"${tag}-br"` }] : [];
  return {
    plain: { body: plain, headers: { ...headers, ...own } },
    br: { body: br, headers: { ...headers, ...ofBrotli, 'Content-Encoding': 'br' } },
  };
}

/** Every page in each language, and some of the sets that visitors can name. */
const mostBytes = 36_000_000;

export type Answers = ReturnType<typeof keepAnswers>;

/**
 * Keeps answers by their keys within a bound, and makes each once.
 * @param isKept without it they are made anew, as in development what they are made of changes under the same key
 */
export function keepAnswers(isKept: boolean) {
  const cache = new LRUCache<string, Encodings, () => Promise<Encodings>>({
    // Otherwise the fetch of an evicted entry rejects.
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ plain, br }) => 2000 + plain.body.length + br.body.length,
    async fetchMethod(_key, _before, { context: make, options }) {
      const made = await make();
      options.ttl = made.ttl ?? 0;
      return made;
    },
  });
  return (key: string, make: () => Promise<Encodings>) =>
    isKept ? cache.forceFetch(key, { context: make }) : make();
}

/** Answers in the encoding that the client accepts, or with 304. */
export function sendEncoded(
  request: Request,
  response: Response,
  { plain, br }: Encodings,
  status = 200,
): void {
  const { headers, body } = request.acceptsEncodings('br') ? br : plain;
  response.status(status).set(headers).send(body);
}

const notStored =
  'The site cannot store it at this moment. In a minute, look at what is live, and try again, or tell the owner.';

/**
 * Answers errors of all routes: refusals in their own words, 4xx for a request that cannot be read, and 5xx without
 * details for all others. The log has those, and every refusal of a team.
 */
export function answerErrors(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    const { method: did, originalUrl: url } = request;
    const { key, section } = response.locals;
    const isOfTeam = /^\/api\/releases\b/i.test(url);
    const status = statusOf(error);
    const ofSite = isOfTeam ? notStored : 'Something went wrong here.';
    const unread = status < 500 ? 'The request cannot be read.' : ofSite;
    const sentence: string = error instanceof RefusedError ? error.message : unread;
    // The answer names each of a thousand files.
    const reason = sentence.slice(0, 1000);
    const cause = status >= 500 ? String(error?.stack ?? error) : undefined;
    const facts = { key, section, did, url, reason, error: cause };
    if (isOfTeam) log[status === 500 ? 'error' : 'warn'](facts, 'A team was refused');
    else if (status >= 500) log.error(facts, 'A fault of the site');
    if (response.headersSent || request.socket.destroyed) return next(error);
    // Those of a file that could not be sent.
    for (const name of ['ETag', 'Content-Encoding']) response.removeHeader(name);
    response.set({ ...error?.headers, ...guards, 'Cache-Control': 'no-store' });
    if (status === 503) response.set('Retry-After', '10');
    response.status(status).json({ error: sentence });
  };
}

/** Express and its parsers set the status on errors of the client, such as 400 or 413. */
function statusOf(error: unknown): number {
  const { status } = Object(error);
  if (error instanceof URIError) return 400;
  if (isFullDisk(error)) return 507;
  if (error instanceof DatabaseError) return 503;
  return status >= 400 && status < 600 ? status : 500;
}
