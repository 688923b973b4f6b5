import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/** An answer in one encoding, which is made once and sent to many clients. */
interface Prepared {
  body: Buffer;
  /** Without a tag the answer is never 304. */
  headers: OutgoingHttpHeaders & { ETag?: string };
}

/** An answer as it is, and compressed. */
export interface Encodings {
  plain: Prepared;
  br: Prepared;
  /** For how long it holds, in milliseconds, if not for good. */
  ttl?: number;
}

/** Makes a strong tag of a text, equal on every machine. */
export const tagOf = (text: string) => `"${hash('sha256', text, 'base64url')}"`;

/** Runs on a thread of zlib, so it does not block the event loop. */
const compress = promisify(brotliCompress);

/** Levels of Brotli: `best` takes some 60 ms for a document, `fast` 3 ms for a tenth more bytes. */
export const brotli = { best: 11, fast: 5 } as const;

/** A copy with memory of its own: a small buffer is a part of a larger one, which it would keep. */
const unpooled = (bytes: Buffer) => Buffer.from(new Uint8Array(bytes).buffer);

/** Prepares an answer in both encodings. */
export async function prepare(
  text: string,
  headers: Prepared['headers'],
  level: number,
): Promise<Encodings> {
  const plain = unpooled(Buffer.from(text));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const br = unpooled(await compress(plain, { params }));
  // A strong tag names bytes, so each encoding has its own (RFC 9110 §8.8.3.3).
  const { ETag } = headers;
  const ofBrotli = { 'Content-Encoding': 'br', ...(ETag && { ETag: ETag.replace(/"$/, '-br"') }) };
  return {
    plain: { body: plain, headers },
    br: { body: br, headers: { ...headers, ...ofBrotli } },
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
