import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Request } from 'express';
import fresh from 'fresh';

/**
 * The headers of every answer that is no document: opened in a window it runs nothing, is of no origin, and
 * no browser takes it for something else.
 */
export const guards = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** An answer made once and sent to many. */
export interface PreparedAnswer {
  body: Buffer;
  /** Without a tag it is never said to be known. */
  headers: OutgoingHttpHeaders & { ETag?: string };
}

/** The same answer in both its encodings. */
export interface PreparedEncodings {
  readonly plain: PreparedAnswer;
  /** Nothing when there is no time to make it: the plain one says the same. */
  brotli(): Promise<PreparedAnswer | undefined>;
}

/** A strong tag: the same parts have the same one on every machine. */
export function tagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url')}"`;
}

/**
 * What an answer without its body needs (RFC 9110 §15.4.5); the client has the rest, and a browser would
 * keep a policy of this answer in place of the one it has with the body.
 */
const ofUnchanged = ['ETag', 'Cache-Control', 'Vary', 'Releases'] as const;

/** Answers with the encoding that the client takes, or says that it has it already. */
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
 * Sends a prepared answer, or says that the client has it already. Written as a buffer with its own tag:
 * `response.send` of Express reaches 0.45 of the throughput, and headers that were set before slow
 * `writeHead` down.
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

/** On a thread of zlib's, beside the event loop. */
const compress = promisify(brotliCompress);

/**
 * The encodings of an answer. It is compressed as well as can be (some 60 ms for a document) for the first
 * visitor who takes that; those who ask at the same moment wait for the same work.
 * @param spare given for what a request can choose at will: compressed only where there is time for it
 */
export function prepareEncodings(answer: PreparedAnswer, spare?: InSpareTime): PreparedEncodings {
  let encoded: Promise<PreparedAnswer | undefined> | undefined;
  const withLength = (body: Buffer, own: OutgoingHttpHeaders = {}) => ({
    body,
    headers: { ...answer.headers, ...own, 'Content-Length': body.length },
  });
  const work = async () => withLength(await compress(answer.body), { 'Content-Encoding': 'br' });
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

/** After some work it pauses for this multiple of its duration. */
const rest = 9;

/** See `inSpareTime`. */
export type InSpareTime = ReturnType<typeof inSpareTime>;

/**
 * Runs low-priority work: one task at a time, a tenth of the time at most. Calls that come meanwhile
 * return nothing.
 * @param mostRestMs how long it pauses at most, for what takes no processor time
 */
export function inSpareTime(mostRestMs = Number.POSITIVE_INFINITY) {
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
      freeAt = end + Math.min(mostRestMs, rest * (end - start));
    }
  };
}
