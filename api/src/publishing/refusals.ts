import { PublishRefusedError } from '@portfolio/releases/access/index.ts';
import { WrongContentError } from '@portfolio/releases/contents/contents.ts';
import { DatabaseError, isFullDisk } from '@portfolio/releases/database/database-errors.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { writeLog } from '@portfolio/releases/store/audit-log.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { ErrorRequestHandler, Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { actorOf } from './commit-upload.ts';
import { type PublishResponse, sentenceOf } from './verify-request.ts';

/** How many refusals are logged in an hour for each key, and for all unknown keys together. */
const refusalsAnHour = 100;
const mostKeys = 1000;
const mostReason = 1000;

/** Logs a refusal and answers with its sentence; answers a defect without details. */
export function answerRefusals(store: Store, log: Log): ErrorRequestHandler {
  const counts = new LRUCache<string, number>({
    max: mostKeys,
    ttl: 3_600_000,
    noUpdateTTL: true,
  });

  async function note(request: Request, { locals }: PublishResponse, reason: string) {
    const { keyId, request: signed } = locals;
    const signer = keyId && signed ? { keyId, request: signed } : undefined;
    const count = 1 + (counts.get(signer?.keyId ?? '') ?? 0);
    counts.set(signer?.keyId ?? '', count);
    if (count > refusalsAnHour) return;
    const claimed = String(request.get('Portfolio-Key') ?? '').replace(/[^0-9a-f]/g, '');
    const actor = signer
      ? actorOf(signer)
      : { key: keyId ?? `"${claimed.slice(0, 16)}"`, did: 'publish' };
    const more = count === refusalsAnHour ? ' (Further refusals of this hour are not logged.)' : '';
    const written = reason.slice(0, mostReason) + more;
    await writeLog(store, { ...actor, outcome: 'refused', reason: written });
  }

  return async (error, request, response: PublishResponse, next) => {
    const refusal = refusalOf(error);
    // A PUT that breaks off is no refusal.
    if (refusal && request.method === 'POST')
      await note(request, response, refusal.message).catch((fault) =>
        log.error({ reason: String(fault) }, 'A refusal could not be logged'),
      );
    // The connection is broken, so there is no answer to send.
    if (request.destroyed && !request.complete) return;
    if (response.headersSent || request.socket.destroyed) return next(error);
    if (!refusal) log.error({ error: String(error?.stack ?? error) }, 'A fault of publishing');
    const said = refusal
      ? { error: refusal.message, ...refusal.details }
      : { error: 'Something broke on our side, and what is live has not changed.' };
    const status = refusal?.status ?? 500;
    if (status === 503) response.set('Retry-After', response.get('Retry-After') ?? '10');
    response.set('Cache-Control', 'no-store').status(status).json(said);
  };
}

/** Turns an error into a refusal; undefined for a defect. */
function refusalOf(error: unknown): PublishRefusedError | undefined {
  if (error instanceof PublishRefusedError) return error;
  if (error instanceof ReleaseRefusedError) return new PublishRefusedError(409, error.message);
  if (error instanceof WrongContentError)
    return new PublishRefusedError(error.isTooLong ? 413 : 422, `${error.message} Send it again.`);
  const { code, status } = error as { code?: string; status?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || isFullDisk(error))
    return new PublishRefusedError(
      507,
      'The disk of the site is full, and nothing has changed. Tell the owner, and deploy again then.',
    );
  if (error instanceof DatabaseError) return new PublishRefusedError(503, sentenceOf(error));
  if (status === 413)
    return new PublishRefusedError(413, 'The request is too long: the release has too many files.');
  if (status !== undefined && status < 500)
    return new PublishRefusedError(400, 'The request cannot be read.');
  return undefined;
}
