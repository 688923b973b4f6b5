import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { acceptsBrotli, isFresh } from './read-request.ts';

/** An answer made once and sent to many. */
export interface PreparedAnswer {
  body: Buffer;
  headers: OutgoingHttpHeaders & { ETag: string };
}

/** The same answer in both its forms. */
export interface PreparedForms {
  readonly plain: PreparedAnswer;
  /** Nothing when there is no time to make it: the plain form says the same. */
  brotli(): Promise<PreparedAnswer | undefined> | PreparedAnswer;
}

/** A strong tag: the same parts have the same one on every machine. */
export function tagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url')}"`;
}

/** Answers with the form that the client takes, or says that it has it already. */
export async function sendForms(
  request: IncomingMessage,
  response: ServerResponse,
  forms: PreparedForms,
  status = 200,
): Promise<void> {
  let answer: PreparedAnswer | undefined;
  if (acceptsBrotli(request)) {
    const made = forms.brotli();
    // Nothing is waited for that is there: that would be a turn of the event loop for each answer.
    answer = made instanceof Promise ? await made : made;
  }
  sendPrepared(request, response, answer ?? forms.plain, status);
}

/** What an answer without its body needs (RFC 9110 §15.4.5); the client has the rest. */
const ofUnchanged = ['ETag', 'Cache-Control', 'Vary', 'Releases'] as const;

/**
 * Answers with what was prepared, or says that the client has it already. Written as a buffer with
 * its own tag: `response.send` of Express reaches 0.45 of the throughput.
 */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers }: PreparedAnswer,
  status = 200,
): void {
  if (status === 200 && isFresh(request, headers.ETag)) {
    const entries = ofUnchanged.map((name) => [name, headers[name]] as const);
    const rest = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    response.writeHead(304, rest).end();
  } else response.writeHead(status, headers).end(body);
}

const brotli = promisify(brotliCompress);

/** The best form is somewhat smaller, and takes hundreds of times as long. */
const quality = { light: 5, best: constants.BROTLI_MAX_QUALITY };

/** Compresses a text, beside the event loop. */
export function compress(text: Buffer, effort: keyof typeof quality): Promise<Buffer> {
  return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality[effort] } });
}

/** When an answer is compressed: lightly at once, or each effort where there is time for it. */
export interface Efforts {
  light: InSpareTime | 'at once';
  best?: InSpareTime;
}

/**
 * The forms of an answer: compressed lightly for the first visitor, and where it is worth it then as well
 * as can be. Visitors who ask at the same moment wait for one compression.
 */
export function prepareForms(plain: PreparedAnswer, { light, best }: Efforts): PreparedForms {
  let form: PreparedAnswer | Promise<PreparedAnswer | undefined> | undefined;
  let isBest = best === undefined;
  const lightly = async () => {
    const work = () => compress(plain.body, 'light');
    const body = await (light === 'at once' ? work() : light(work));
    form = body && compressed(plain, body);
    return form;
  };
  const better = async () => {
    isBest = true;
    const body = await best?.(() => compress(plain.body, 'best'));
    if (body) form = compressed(plain, body);
    else isBest = false;
  };
  return {
    plain,
    brotli() {
      if (form && !isBest && !(form instanceof Promise)) void better();
      form ??= lightly();
      return form;
    },
  };
}

function compressed({ headers }: PreparedAnswer, body: Buffer): PreparedAnswer {
  return {
    body,
    headers: { ...headers, 'Content-Encoding': 'br', 'Content-Length': body.length },
  };
}

/** After some work so many times as long is rested. */
const rest = 9;

/** See `inSpareTime`. */
export type InSpareTime = ReturnType<typeof inSpareTime>;

/**
 * Does what is only done where there is time for it: one at a time, and a tenth of the time at most.
 * Requests that come meanwhile get nothing, and are answered without.
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
