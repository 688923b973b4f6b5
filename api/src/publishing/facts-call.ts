import { factsOf, readKnownAllowances } from '@portfolio/releases/access/index.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { RequestHandler } from 'express';
import { type PreparedEncodings, prepareEncodings, sendEncoded, tagOf } from '../http/send.ts';

/**
 * `GET /api/releases`: what is live, as a team needs it to build and check; made once per set, and again
 * when the owner allows more.
 */
export function answerFacts(store: Store, live: LiveReleases): RequestHandler {
  let latest: { set: LiveSet; said: string; answer: Promise<PreparedEncodings> } | undefined;
  return async (request, response) => {
    const set = await live.fresh();
    if (!set) {
      response.status(503).json({ error: 'No shell has been released yet.' });
      return;
    }
    const said = JSON.stringify(await readKnownAllowances(store));
    if (latest?.set !== set || latest.said !== said)
      latest = { set, said, answer: prepare(store, set) };
    const { answer } = latest;
    answer.catch(() => {
      latest = undefined;
    });
    await sendEncoded(request, response, await answer);
  };
}

async function prepare(store: Store, set: LiveSet): Promise<PreparedEncodings> {
  const body = Buffer.from(JSON.stringify(await factsOf(store, set)));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Vary: 'Accept-Encoding',
  };
  return prepareEncodings({ body, headers });
}
