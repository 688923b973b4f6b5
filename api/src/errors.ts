import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { sendJson } from './http/send.ts';
import type { Log } from './log.ts';

/** For paths below `/api` that are no call. */
export const answerUnknownCalls: RequestHandler = (request, response) => {
  response.status(404).json({
    error: `There is no call ${request.method} ${request.originalUrl.slice(0, 200)}. There are GET /api/locales/{language} and POST /api/contact.`,
  });
};

/** A request that cannot be read is the client's fault; everything else is logged as ours. */
export function answerFault(
  log: Log,
  error: unknown,
  url: string | undefined,
  response: ServerResponse,
): void {
  const status = clientFault(error) ?? 500;
  if (status === 500)
    log.error({ error: String((error as Error)?.stack ?? error), url }, 'A fault of the site');
  const sentence = status === 500 ? 'Something went wrong here.' : 'The request cannot be read.';
  sendJson(response, status, { error: sentence });
}

/** The last stop of all routes. */
export function answerErrors(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    answerFault(log, error, request.url, response);
  };
}

/** Express and its parsers put the status of a client's fault on the error, such as 400 or 413. */
function clientFault(error: unknown): number | undefined {
  if (error instanceof URIError) return 400;
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
