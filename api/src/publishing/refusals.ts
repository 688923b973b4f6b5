import { appendAudit, PublishRefusedError } from '@portfolio/releases/access/index.ts';
import { DatabaseAwayError } from '@portfolio/releases/postgres/errors.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { ErrorRequestHandler, Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { deedOf } from './commit-upload.ts';
import type { PublishResponse } from './verify-request.ts';

/** Refusals that are logged in an hour, for each key and for all requests without one together. */
const refusalsAnHour = 100;
const mostKeys = 1000;
const mostReason = 1000;

/** SQLite's message for a full disk. */
const sqliteFull = 13;

/** Logs a refusal and answers it with its sentence, and a defect without details. */
export function answerRefusals(store: Store, log: Log): ErrorRequestHandler {
  const counts = new LRUCache<string, number>({
    max: mostKeys,
    ttl: 3_600_000,
    noUpdateTTL: true,
  });

  async function note(request: Request, { locals }: PublishResponse, reason: string) {
    const { keyId, statement } = locals;
    const signer = keyId && statement ? { keyId, statement } : undefined;
    const count = 1 + (counts.get(signer?.keyId ?? '') ?? 0);
    counts.set(signer?.keyId ?? '', count);
    if (count > refusalsAnHour) return;
    const claimed = String(request.get('Portfolio-Key') ?? '').replace(/[^0-9a-f]/g, '');
    const deed = signer
      ? deedOf(signer)
      : { key: keyId ?? `"${claimed.slice(0, 16)}"`, did: 'publish' };
    const more = count === refusalsAnHour ? ' (No more of this hour is written down.)' : '';
    const written = reason.slice(0, mostReason) + more;
    await appendAudit(store, { ...deed, outcome: 'refused', reason: written });
  }

  return async (error, request, response: PublishResponse, next) => {
    const refusal = refusalOf(error);
    // An upload that breaks off is no refusal.
    if (refusal && request.method === 'POST')
      await note(request, response, refusal.message).catch((fault) =>
        log.error({ reason: String(fault) }, 'A refusal could not be written down'),
      );
    // The connection broke, so no answer is sent; what has arrived is kept.
    if (request.destroyed && !request.complete) return;
    if (response.headersSent || request.socket.destroyed) return next(error);
    if (!refusal) log.error({ error: String(error?.stack ?? error) }, 'A fault of publishing');
    const said = refusal
      ? { error: refusal.message, ...refusal.details }
      : { error: 'Something broke on our side, and what is live has not changed.' };
    response
      .set('Cache-Control', 'no-store')
      .status(refusal?.status ?? 500)
      .json(said);
  };
}

/** An error as a refusal with its status; nothing when it is a defect. */
function refusalOf(error: unknown): PublishRefusedError | undefined {
  if (error instanceof PublishRefusedError) return error;
  if (error instanceof DatabaseAwayError) return new PublishRefusedError(503, error.message);
  if (error instanceof ReleaseRefusedError) return new PublishRefusedError(409, error.message);
  const { code, errcode, status } = error as { code?: string; errcode?: number; status?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull)
    return new PublishRefusedError(
      507,
      'The disk of the site is full, and nothing has changed. Tell the owner, and deploy again then.',
    );
  if (status === 413)
    return new PublishRefusedError(
      413,
      'The statement is too long: the release has too many files.',
    );
  if (status !== undefined && status < 500)
    return new PublishRefusedError(400, 'The request cannot be read.');
  return undefined;
}
