import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { NotPossibleError } from '../exit-code.ts';
import {
  type Answer,
  refusalOf,
  type Site,
  UnreachableError,
  unexpectedAnswer,
} from './remote-site.ts';

/** What a site lacks of a release. */
export const missingSchema = z.array(
  z.object({
    hash: z.string().regex(/^[0-9a-f]{96}$/),
    bytes: z.int().min(0),
    received: z.int().min(0),
  }),
);

interface Sending {
  site: Site;
  /** The word that the site gave for it. */
  upload: string;
  missing: z.infer<typeof missingSchema>;
  contentOf: (hash: string) => Promise<Buffer>;
  /** Is told how many bytes are there, of how many. */
  show: (sent: number, all: number) => void;
}

/** A part has to arrive within seconds, on a slow line too. */
const partBytes = 512 * 1024;
const smallestPart = 32 * 1024;

/** Files that are sent at a time. */
const atOnce = 4;

/** Tries in a row that bring nothing; the last ones wait for seconds. */
const mostTries = 8;

/**
 * Sends what a site lacks, in parts. Where a line breaks, it goes on from what the site has.
 * @throws NotPossibleError when it is refused, or the site cannot be reached any more
 */
export async function sendFiles({
  site,
  upload,
  missing,
  contentOf,
  show,
}: Sending): Promise<void> {
  const all = missing.reduce((sum, { bytes, received }) => sum + bytes - received, 0);
  let sent = 0;
  const waiting = [...missing];
  const workers = Array.from({ length: atOnce }, async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const path = `/api/publishing/${upload}/${file.hash}`;
      await sendFile(site, path, await contentOf(file.hash), file.received, (bytes) => {
        sent += bytes;
        show(sent, all);
      });
    }
  });
  await Promise.all(workers);
}

async function sendFile(
  site: Site,
  path: string,
  content: Buffer,
  from: number,
  tell: (bytes: number) => void,
): Promise<void> {
  let at = from;
  let part = partBytes;
  let inVain = 0;
  // An empty file is sent, too.
  for (let isFirst = true; isFirst || at < content.length; isFirst = false) {
    const received = await again(
      async () => {
        const body = new Uint8Array(content.subarray(at, at + part));
        const answer = await site.ask('PUT', path, {
          body,
          headers: { 'Upload-Offset': String(at) },
        });
        const { received } = answer.says;
        // What arrived of a part that broke off is there, too.
        const isThere = answer.status === 200 || answer.status === 409;
        if (isThere && Number.isInteger(received)) return Number(received);
        throw await failureOf(answer);
      },
      () => {
        part = Math.max(smallestPart, part / 2);
      },
    );
    const isImpossible = received < 0 || received > content.length;
    inVain = received > at ? 0 : inVain + 1;
    if (isImpossible || inVain > mostTries)
      throw unexpectedAnswer(site, 'loses what is sent to it');
    tell(received - at);
    at = received;
  }
}

/**
 * Asks until there is an answer.
 * @throws NotPossibleError when it is refused, or there is none any more
 */
export async function again<Result>(
  ask: () => Promise<Result>,
  onFailure: () => void = () => {},
): Promise<Result> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof UnreachableError) || failed === mostTries) throw error;
      onFailure();
      await sleep(Math.min(100 * 2 ** failed, 10_000));
    }
  }
}

/** A site that has too much to do, or a proxy without it, can be asked again. */
export async function failureOf(answer: Answer): Promise<NotPossibleError> {
  const isPassing = [408, 429, 502, 503, 504].includes(answer.status);
  if (!isPassing) return refusalOf(answer);
  if (answer.status === 429)
    await sleep(Math.min(Number(answer.headers.get('Retry-After')) || 1, 60) * 1000);
  return new UnreachableError(refusalOf(answer).message);
}
