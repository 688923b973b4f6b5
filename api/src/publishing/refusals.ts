import { PublishRefusedError } from '@portfolio/releases/access/index.ts';
import { WrongContentError } from '@portfolio/releases/contents/contents.ts';
import { DatabaseError, isFullDisk } from '@portfolio/releases/database/database-errors.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { ErrorRequestHandler } from 'express';
import type { Log } from '../log.ts';
import { type PublishResponse, sentenceOf } from './verify-request.ts';

/** A refusal may name each of a thousand files; the answer has them all. */
const mostReason = 1000;

/** Logs a refusal and answers with its sentence; answers a defect without details. */
export function answerRefusals(log: Log): ErrorRequestHandler {
  return (error, request, response: PublishResponse, next) => {
    const refusal = refusalOf(error);
    // A PUT that breaks off is no refusal.
    if (refusal && request.method === 'POST') {
      const { keyId: key, request: signed } = response.locals;
      const reason = refusal.message.slice(0, mostReason);
      const facts = { key, does: signed?.does, section: signed?.section, reason };
      log.warn(facts, 'A request of a team was refused');
    }
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
