import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { NotPossibleError } from '../exit-code.ts';
import { type Answer, refusalOf, type Site, UnreachableError } from './remote-site.ts';

/** What a site lacks of a release. */
export const missingSchema = z.array(
  z.object({ hash: z.string().regex(/^[0-9a-f]{96}$/), bytes: z.int().min(0) }),
);

interface Sending {
  site: Site;
  /** The token that the site gave for it. */
  upload: string;
  missing: z.infer<typeof missingSchema>;
  contentOf: (hash: string) => Promise<Buffer>;
  /** Is told how many bytes are there, of how many. */
  show: (sent: number, all: number) => void;
}

/** Files that are sent at a time. */
const atOnce = 4;

/** Tries in a row; the last ones wait for seconds. */
const mostTries = 8;

/** How long a file may take: as long as the site waits for it. */
const fileMs = 300_000;

/**
 * Sends what a site lacks, file by file; one whose connection broke is sent again.
 * @throws NotPossibleError when it is refused, or the site cannot be reached any more
 */
export async function sendFiles({
  site,
  upload,
  missing,
  contentOf,
  show,
}: Sending): Promise<void> {
  const all = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  let sent = 0;
  const limit = pLimit(atOnce);
  await limit.map(missing, async ({ hash, bytes }) => {
    const body = new Uint8Array(await contentOf(hash));
    await again(async () => {
      const signal = AbortSignal.timeout(fileMs);
      const path = `/api/publishing/${upload}/${hash}`;
      const answer = await site.ask('PUT', path, { body, signal });
      if (answer.status >= 300) throw await failureOf(answer);
    });
    sent += bytes;
    show(sent, all);
  });
}

/**
 * Asks until there is an answer.
 * @throws NotPossibleError when it is refused, or there is none any more
 */
export async function again<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof UnreachableError) || failed === mostTries) throw error;
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
