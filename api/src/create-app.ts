import type { RequestListener } from 'node:http';
import { DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type Allowances, readAllowances } from '@portfolio/releases/store/grants.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { refuseOtherHosts } from './development.ts';
import type { GrantedTo } from './document/asked.ts';
import { documentRouter } from './document/document-router.ts';
import { cachePages, noPages, type PageOf } from './document/prerendered.ts';
import { readForwardedFor } from './http/forwarded-for.ts';
import { boundRequest } from './http/read-request.ts';
import { answerLocales } from './locales/locales-call.ts';
import type { Log } from './log.ts';
import { filesRouter } from './releases/files-router.ts';
import type { VisitNotes } from './rollback/follow-visits.ts';
import { seoRouter } from './seo-router.ts';

interface Parts {
  store: Store;
  live: LiveReleases;
  log: Log;
  /** Further calls, such as the one of the contact form. */
  calls?: readonly RequestHandler[];
  /** Takes what a page's form sends without script. */
  form?: RequestHandler | undefined;
  trustProxy?: string | undefined;
  publicUrl?: string | undefined;
  /** Where pages are opened while they are developed; nothing for a site of releases. */
  developedAt?: URL | undefined;
  /** Counts the visitors that releases serve and fail; none while a deploy inspects its own release. */
  visits?: VisitNotes | undefined;
  /** Where the pages of documents come from: the store, if nothing else is said. */
  pageOf?: PageOf;
  /** What sections may reach: what the store's owner grants, if nothing else is said. */
  grantedTo?: GrantedTo;
}

const notNoted: VisitNotes = { opened() {}, read() {}, failed() {}, threw() {} };

/** Everything a browser asks of the site, in the order of what has to be fastest. */
export function createApp(parts: Parts): RequestListener {
  const { store, live, log, calls = [], trustProxy, publicUrl, developedAt } = parts;
  const { visits = notNoted } = parts;
  const isDevelopment = developedAt !== undefined;
  const { pageOf = isDevelopment ? noPages : cachePages(store) } = parts;
  const { grantedTo = grantsOf(store) } = parts;
  const documents = documentRouter({ ...parts, pageOf, grantedTo, visits, isDevelopment });

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', false);
  if (trustProxy) app.set('trust proxy', trusted(trustProxy)).use(readForwardedFor);
  app.use(developedAt ? refuseOtherHosts(developedAt) : guardAnswers);
  app.use(boundRequest);

  // First what visitors ask most, with headers of its own: the order of routes is what they cost.
  app.get('/api/locales/:language', answerLocales({ live, visits, isDevelopment }));
  app.use('/releases', filesRouter(store, live));
  app.use(documents.pages);
  for (const call of calls) app.use(call);
  app.use('/api', answerUnknownCalls);
  app.use(seoRouter({ live, publicUrl }));
  app.use(documents.others);
  app.use(answerErrors(log));
  return app;
}

/**
 * What holds for every answer that says nothing else, as documents do: opened in a window it runs nothing,
 * is of no origin, and no browser takes it for something else.
 */
const guardAnswers: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/** What is granted at this moment; while the store cannot be read, what was granted before. */
function grantsOf(store: Store): GrantedTo {
  let latest: Allowances = {};
  return ({ name }) => {
    try {
      latest = readAllowances(store);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
    }
    return latest[name]?.origins;
  };
}

/** `1` is one proxy in front, anything else is what Express takes: addresses or `loopback`. */
function trusted(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** For paths below `/api` that are no call. */
const answerUnknownCalls: RequestHandler = (request, response) => {
  response.status(404).json({
    error: `There is no call ${request.method} ${request.originalUrl.slice(0, 200)}. There are GET /api/locales/{language} and POST /api/contact.`,
  });
};

/** The last stop of all routes. A request that cannot be read is the client's fault; all else is ours. */
function answerErrors(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const isOfStore = error instanceof DatabaseError;
    const status = isOfStore ? 503 : (clientFault(error) ?? 500);
    if (status >= 500)
      log.error({ error: String(error?.stack ?? error), url: request.url }, 'A fault of the site');
    const sentence = status >= 500 ? 'Something went wrong here.' : 'The request cannot be read.';
    response.set('Cache-Control', 'no-store');
    response.status(status).json({ error: sentence });
  };
}

/** Express and its parsers put the status of a client's fault on the error, such as 400 or 413. */
function clientFault(error: unknown): number | undefined {
  if (error instanceof URIError) return 400;
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
