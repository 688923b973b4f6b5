import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Request } from 'express';
import fresh from 'fresh';

/**
 * The headers of every answer that is no document. Opened in a window it runs no script and has no origin;
 * browsers do not guess its type.
 */
export const guards = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** An answer that is made once and sent to many clients. */
export interface PreparedAnswer {
  body: Buffer;
  /** Without a tag the answer is never 304. */
  headers: OutgoingHttpHeaders & { ETag?: string };
}

/** An answer in its encodings. */
export interface PreparedEncodings {
  readonly plain: PreparedAnswer;
  /** Undefined if there is no time to compress. */
  brotli(): Promise<PreparedAnswer | undefined>;
}

/** Makes a strong tag of the parts, equal on every machine. */
export function tagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url')}"`;
}

/**
 * The headers of a 304 (RFC 9110 §15.4.5). With a policy of the 304 a browser would replace the one that it
 * has with the body.
 */
const ofUnchanged = ['ETag', 'Cache-Control', 'Vary', 'Releases'] as const;

/** Answers in the encoding that the client accepts, or with 304. */
export async function sendEncoded(
  request: Pick<Request, 'headers' | 'acceptsEncodings'>,
  response: ServerResponse,
  { plain, brotli }: PreparedEncodings,
  status = 200,
): Promise<void> {
  const answer = (request.acceptsEncodings('br') && (await brotli())) || plain;
  sendPrepared(request, response, answer, status);
}

/**
 * Sends a prepared answer, or 304. `response.send` of Express reaches 0.45 of the throughput, and headers
 * that were set before slow `writeHead` down.
 */
export function sendPrepared(
  request: Pick<Request, 'headers'>,
  response: ServerResponse,
  { body, headers }: PreparedAnswer,
  status = 200,
): void {
  const etag = headers.ETag;
  if (status === 200 && etag && fresh(request.headers, { etag })) {
    const entries = ofUnchanged.map((name) => [name, headers[name]] as const);
    const rest = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.writeHead(304, rest).end();
  } else response.writeHead(status, headers).end(body);
}

/** Runs on a thread of zlib, so it does not block the event loop. */
const compress = promisify(brotliCompress);

/**
 * The encodings of an answer. The first request that accepts Brotli compresses it at the best level (some
 * 60 ms for a document); concurrent requests share the work.
 * @param spare for answers that visitors can vary at will: compresses only in spare time
 */
export function prepareEncodings(answer: PreparedAnswer, spare?: InSpareTime): PreparedEncodings {
  let encoded: Promise<PreparedAnswer | undefined> | undefined;
  const withLength = (body: Buffer, own: OutgoingHttpHeaders = {}) => ({
    body,
    headers: { ...answer.headers, ...own, 'Content-Length': body.length },
  });
  // A strong tag names bytes, so each encoding has its own (RFC 9110 §8.8.3.3).
  const { ETag } = answer.headers;
  const ofBrotli = { 'Content-Encoding': 'br', ...(ETag && { ETag: ETag.replace(/"$/, '-br"') }) };
  const work = async () => withLength(await compress(answer.body), ofBrotli);
  async function make() {
    const made = await (spare ? spare(work) : work());
    if (!made) encoded = undefined;
    return made;
  }
  return {
    plain: withLength(answer.body),
    brotli() {
      encoded ??= make();
      return encoded;
    },
  };
}

/** The pause after a task, as a multiple of the task's duration. */
const rest = 9;

export type InSpareTime = ReturnType<typeof inSpareTime>;

/**
 * Runs low-priority tasks one at a time, for a tenth of the time at most. Calls during a task or pause return
 * undefined.
 */
export function inSpareTime() {
  let isBusy = false;
  let freeAt = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    const start = performance.now();
    if (isBusy || start < freeAt) return undefined;
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
      const end = performance.now();
      freeAt = end + rest * (end - start);
    }
  };
}
