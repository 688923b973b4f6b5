import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';
import type { RequestHandler } from 'express';
import parseUrl from 'parseurl';
import { answerFault } from '../errors.ts';
import { acceptsBrotli } from '../http/read-request.ts';
import type { Log } from '../log.ts';
import { makeNonce } from './document-once.ts';
import type { FindKept, KeptDocument } from './kept-documents.ts';
import { preparedHeaders } from './security-headers.ts';

interface Sources {
  find: FindKept;
  isHttps: boolean;
  log: Log;
}

/** What a page of the site has in its address; everything else has a dot or is longer. */
const pagePath = /^(?:\/[a-z0-9-]+){1,4}\/?$/;

/** Longer than any page or call; to look for its route would cost more than the page that says so. */
const longPath = /^\/(?!(?:api|releases)\/).{500}/is;

/**
 * Answers the pages of what is live from memory, before Express: only the nonce is another each time.
 * Everything else, and what is not prepared yet, is Express's.
 * @param next answers that
 */
export function answerDocuments(
  { find, isHttps, log }: Sources,
  next: RequestListener,
): RequestListener {
  const headersFor = preparedHeaders(isHttps);
  return (request, response) => {
    const { pathname } = parseUrl(request) ?? {};
    const isLong = longPath.test(pathname ?? '');
    if (!isRead(request) || !pathname || !(isLong || pagePath.test(pathname)))
      return next(request, response);
    find({ request, path: pathname, protocol: 'http' })
      .then((kept) => {
        // An unknown path may be a call.
        if (!kept || (kept.status === 404 && !isLong)) return next(request, response);
        const nonce = makeNonce();
        send(kept, request, response, { nonce, headers: headersFor(request, nonce) });
      })
      .catch((error) => answerFault(log, error, request.url, response));
  };
}

/** Answers from memory what nothing else has answered. */
export function answerKept(find: FindKept): RequestHandler {
  return async (request, response, next) => {
    const { path, protocol } = request;
    const kept = await find({ request, path, protocol });
    if (kept) send(kept, request, response, { nonce: response.locals.nonce, headers: {} });
    else next();
  };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function send(
  { document, status }: KeptDocument,
  request: IncomingMessage,
  response: ServerResponse,
  { nonce, headers }: { nonce: string; headers: OutgoingHttpHeaders },
): void {
  const isBrotli = acceptsBrotli(request);
  const body = isBrotli ? document.brotli(nonce) : document.plain(nonce);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
    'Content-Length': body.length,
    ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(body);
}
