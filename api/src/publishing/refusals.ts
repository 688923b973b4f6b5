import { PublishRefusedError } from '@portfolio/releases/access/index.ts';
import { DatabaseAwayError } from '@portfolio/releases/postgres/errors.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import type { ErrorRequestHandler } from 'express';
import type { Log } from '../log.ts';

/** SQLite's message for a full disk. */
const sqliteFull = 13;

/** An error as a refusal with its status; nothing when it is a defect. */
export function refusalOf(error: unknown): PublishRefusedError | undefined {
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

/** Answers a refusal with its sentence, and a defect without details. */
export function explainRefusals(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    // The connection broke, so no answer is sent; what has arrived is kept.
    if (request.destroyed && !request.complete) return;
    if (response.headersSent || request.socket.destroyed) return next(error);
    const refusal = refusalOf(error);
    if (!refusal) log.error({ error: String(error?.stack ?? error) }, 'A fault of publishing');
    response
      .set('Cache-Control', 'no-store')
      .status(refusal?.status ?? 500)
      .json(
        refusal
          ? { error: refusal.message, ...refusal.details }
          : { error: 'Something broke on our side, and what is live has not changed.' },
      );
  };
}
