import { printable } from '@portfolio/releases/release/release.ts';
import type { RequestHandler } from 'express';
import type { Parts } from './parts.ts';

/** Health is public; the log has the database's error. */
const outOfDate =
  'What is live cannot be followed: the site serves what it has, and nothing can be deployed. The log says why.';

/** Greylisting takes minutes. */
const longestWaitSeconds = 3600;
const late =
  'A message has waited for the mail server for an hour. "npx portfolio messages" says why.';

/**
 * `GET /healthz`: what is live, and the state of the outbox. The status is `degraded` (200) while a release
 * that should be live is broken, the store cannot be followed, or a message waits for long; 503 only without a
 * shell.
 */
export function answerHealth({ live, contact }: Parts): RequestHandler {
  return async (_request, response) => {
    const set = await live.current();
    const outbox = await contact.health();
    const faults = (set?.faults ?? []).map((fault) => printable(fault.split('\n', 1).join()));
    if ((outbox.oldestWaitingSeconds ?? 0) > longestWaitSeconds) faults.unshift(late);
    if (live.trouble()) faults.unshift(outOfDate);
    const status = faults.length > 0 ? 'degraded' : 'ok';
    const all = Object.entries(set?.sections ?? {}).map(([name, [first]]) => [name, first?.id]);
    response.set('Cache-Control', 'no-store').status(set ? 200 : 503);
    response.json({
      status: set ? status : 'no shell has been released',
      faults: faults.length > 0 ? faults : undefined,
      live: { shell: set?.shell.id, ...Object.fromEntries(all) },
      outbox,
    });
  };
}
