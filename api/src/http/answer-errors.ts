import { DatabaseError, isFullDisk } from '@portfolio/releases/database/database.ts';
import {
  RefusedRequestError,
  ReleaseRefusedError,
} from '@portfolio/releases/release/release-errors.ts';
import type { ErrorRequestHandler } from 'express';
import type { Log } from '../log.ts';
import { guards } from './guards.ts';

const notStored =
  'The site cannot store it at this moment, and nothing has changed. Try again in a minute, or tell the owner.';

/**
 * Answers errors of all routes: refusals in their own words, 4xx for a request that cannot be read, and 5xx without
 * details for all others. The log has those, and every refusal of a team.
 */
export function answerErrors(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    const { method: did, originalUrl: url } = request;
    const { key, section } = response.locals;
    const isOfTeam = /^\/api\/releases\b/i.test(url);
    const status = statusOf(error);
    const ofSite = isOfTeam ? notStored : 'Something went wrong here.';
    const unread = status < 500 ? 'The request cannot be read.' : ofSite;
    const isTold = error instanceof RefusedRequestError || error instanceof ReleaseRefusedError;
    const sentence: string = isTold ? error.message : unread;
    // The answer names each of a thousand files.
    const reason = sentence.slice(0, 1000);
    const cause = status >= 500 ? String(error?.stack ?? error) : undefined;
    const facts = { key, section, did, url, reason, error: cause };
    if (isOfTeam) log[status === 500 ? 'error' : 'warn'](facts, 'A team was refused');
    else if (status >= 500) log.error(facts, 'A fault of the site');
    if (response.headersSent || request.socket.destroyed) return next(error);
    // Those of a file that could not be sent.
    for (const name of ['ETag', 'Content-Encoding']) response.removeHeader(name);
    response.set({ ...error?.headers, ...guards, 'Cache-Control': 'no-store' });
    if (status === 503) response.set('Retry-After', '10');
    response.status(status).json({ error: sentence });
  };
}

/** Express and its parsers set the status on errors of the client, such as 400 or 413. */
function statusOf(error: unknown): number {
  const { status } = Object(error);
  if (error instanceof ReleaseRefusedError) return 422;
  if (error instanceof URIError) return 400;
  if (isFullDisk(error)) return 507;
  if (error instanceof DatabaseError) return 503;
  return status >= 400 && status < 600 ? status : 500;
}
