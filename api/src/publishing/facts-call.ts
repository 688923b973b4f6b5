import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { factsOf, readKnownAllowances } from '@portfolio/releases/access/index.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { RequestHandler } from 'express';
import { acceptsBrotli } from '../http/read-request.ts';
import { type PreparedAnswer, sendPrepared } from '../http/send.ts';

const compress = promisify(brotliCompress);

/**
 * `GET /api/releases`: what is live, as a team needs it to build and check; made once per set, and again
 * when the owner allows more.
 */
export function answerFacts(store: Store, live: LiveReleases): RequestHandler {
  type Made = { said: string; answer: Promise<{ plain: PreparedAnswer; brotli: PreparedAnswer }> };
  const made = new WeakMap<LiveSet, Made>();
  return async (request, response) => {
    const set = await live.fresh();
    if (!set) {
      response.status(503).json({ error: 'No shell has been released yet.' });
      return;
    }
    const said = JSON.stringify(await readKnownAllowances(store));
    const known = made.get(set);
    const now = known?.said === said ? known : { said, answer: prepare(store, set) };
    made.set(set, now);
    now.answer.catch(() => made.delete(set));
    const { plain, brotli } = await now.answer;
    sendPrepared(request, response, acceptsBrotli(request) ? brotli : plain);
  };
}

async function prepare(store: Store, set: LiveSet) {
  const body = Buffer.from(JSON.stringify(await factsOf(store, set)));
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const answer = (content: Buffer, ending: string, encoding?: string): PreparedAnswer => ({
    body: content,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': content.length,
      'Cache-Control': 'no-cache',
      ETag: `"${tag}${ending}"`,
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  });
  return { plain: answer(body, ''), brotli: answer(await compress(body), '-br', 'br') };
}
