import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Log } from './log.ts';

/** For paths below `/api` that are no call. */
export const answerUnknownCalls: RequestHandler = (request, response) => {
  response.status(404).json({
    error: `There is no call ${request.method} ${request.originalUrl.slice(0, 200)}. There are GET /api/locales/{language} and POST /api/contact.`,
  });
};

/** The last stop of all routes. A request that cannot be read is the client's fault; all else is ours. */
export function answerErrors(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = clientFault(error) ?? 500;
    if (status === 500)
      log.error({ error: String(error?.stack ?? error), url: request.url }, 'A fault of the site');
    const sentence = status === 500 ? 'Something went wrong here.' : 'The request cannot be read.';
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    response.status(status).json({ error: sentence });
  };
}

/** Express and its parsers put the status of a client's fault on the error, such as 400 or 413. */
function clientFault(error: unknown): number | undefined {
  if (error instanceof URIError) return 400;
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
