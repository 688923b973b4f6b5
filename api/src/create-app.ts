import { DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import {
  answerWorkers,
  type DevServers,
  developmentId,
  refuseOtherHosts,
} from './development/dev-servers.ts';
import { documentRouter } from './document/document-router.ts';
import { type DocumentSources, keepDocuments } from './document/documents.ts';
import { keepFrames } from './document/frames.ts';
import { seoRouter } from './document/seo-router.ts';
import { guards } from './http/send.ts';
import { answerLocales } from './locales/locales-call.ts';
import type { Log } from './log.ts';
import { filesRouter } from './releases/files-router.ts';

interface AppParts extends Omit<DocumentSources, 'servers' | 'frames'> {
  store: Store;
  /** Further routes, such as the contact form's. */
  calls?: readonly RequestHandler[];
  /** Accepts the plain form of a page without script. */
  form?: RequestHandler | undefined;
  trustProxy?: string | undefined;
  /** The site in development, and its servers; undefined for a site of releases. */
  development?: { site: URL; servers: DevServers } | undefined;
}

/** Creates the site's Express app, and the documents that it serves. */
export function createApp(parts: AppParts) {
  const { store, live, log, calls = [], trustProxy, development } = parts;
  const isDevelopment = development !== undefined;
  const servers = development && Object.values(development.servers).map(({ base }) => base);
  const documents = keepDocuments({ ...parts, servers, frames: keepFrames(log) });
  const router = documentRouter({ ...parts, documents });

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', false).use(boundRequests);
  if (trustProxy) app.set('trust proxy', trusted(trustProxy));
  if (development) {
    app.use(refuseOtherHosts(development.site));
    app.get(`/releases/:name/${developmentId}/:file`, answerWorkers(development.servers));
  }

  // The most frequent routes come first, as each route before costs time; they set their own headers.
  app.get('/api/locales/:language', answerLocales(live, isDevelopment));
  app.use('/releases', filesRouter(store, live));
  app.use(router.pages);
  if (!isDevelopment) app.use(guardAnswers);
  for (const call of calls) app.use(call);
  app.use('/api', answerUnknownCalls);
  app.use(seoRouter(live, parts.origin));
  app.use(router.others);
  app.use(refuseMethod);
  app.use(answerErrors(log));
  return { app, documents };
}

/** Browsers send shorter headers; sorting thousands of languages is slow. */
const longestHeader = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match'] as const;

/** The query of a page that names a release of each section is shorter. */
const longestQuery = 4000;

/** Bounds what the text of a request can cost: cuts headers that are negotiated, and refuses a longer query. */
const boundRequests: RequestHandler = ({ headers, url }, response, next) => {
  for (const name of negotiated) {
    if (headers[name]) headers[name] = headers[name].slice(0, longestHeader);
  }
  const [, query = ''] = url.split('?', 2);
  if (query.length < longestQuery) return next();
  const error = `What follows the ? in an address has ${longestQuery} characters at most.`;
  response.set({ ...guards, 'Cache-Control': 'no-store' });
  response.status(400).json({ error });
};

const guardAnswers: RequestHandler = (_request, response, next) => {
  response.set(guards);
  next();
};

/** Express takes a number of proxies, or addresses as a text. */
function trusted(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

const answerUnknownCalls: RequestHandler = (request, response) => {
  response.status(404).json({
    error: `There is no call ${request.method} ${request.originalUrl.slice(0, 200)}. There are GET /api/locales/{language} and POST /api/contact.`,
  });
};

/** Express's own answer would have another policy. */
const refuseMethod: RequestHandler = (_request, response) => {
  response.status(404).type('text').send('This address is only read, with GET.');
};

/** Answers errors of all routes: 4xx for a request that cannot be read, 5xx for all others. */
function answerErrors(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const isOfStore = error instanceof DatabaseError;
    const status = isOfStore ? 503 : (clientFault(error) ?? 500);
    if (status >= 500)
      log.error({ error: String(error?.stack ?? error), url: request.url }, 'A fault of the site');
    const sentence = status >= 500 ? 'Something went wrong here.' : 'The request cannot be read.';
    response.set({ ...guards, 'Cache-Control': 'no-store' });
    response.status(status).json({ error: sentence });
  };
}

/** Express and its parsers set the status on errors of the client, such as 400 or 413. */
function clientFault(error: unknown): number | undefined {
  if (error instanceof URIError) return 400;
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
