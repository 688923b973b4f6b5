import type { RequestListener } from 'node:http';
import { DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import { readAllowances } from '@portfolio/releases/store/grants.ts';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { refuseOtherHosts } from './development/dev-servers.ts';
import { documentRouter } from './document/document-router.ts';
import type { PageSources } from './document/page-request.ts';
import { cachePages, noPages, type PageOf } from './document/prerendered.ts';
import { seoRouter } from './document/seo-router.ts';
import { readForwardedFor } from './http/forwarded-for.ts';
import { guards } from './http/send.ts';
import { answerLocales } from './locales/locales-call.ts';
import type { Log } from './log.ts';
import { filesRouter } from './releases/files-router.ts';
import type { VisitRecorder } from './rollback/follow-visits.ts';

interface AppParts extends Omit<PageSources, 'allowances'> {
  /** Further calls, such as the one of the contact form. */
  calls?: readonly RequestHandler[];
  /** Takes what a page's form sends without script. */
  form?: RequestHandler | undefined;
  trustProxy?: string | undefined;
  /** Where pages are opened while they are developed; nothing for a site of releases. */
  developedAt?: URL | undefined;
  /** Counts the visitors that releases serve and fail; none while a deploy inspects its own release. */
  visits?: VisitRecorder | undefined;
  /** Where the pages of documents come from: by default the store. */
  pageOf?: PageOf | undefined;
  /** What the owner allows sections, if it is not what the store says. */
  allowances?: PageSources['allowances'];
}

const noVisits: VisitRecorder = { opened() {}, read() {}, failed() {}, threw() {} };

/** Everything a browser requests of the site, in the order of what has to be fastest. */
export function createApp(parts: AppParts): RequestListener {
  const { store, live, log, calls = [], trustProxy, developedAt, visits = noVisits } = parts;
  const isDevelopment = developedAt !== undefined;
  const { pageOf = isDevelopment ? noPages : cachePages(store) } = parts;
  const { allowances = readAllowances } = parts;
  const documents = documentRouter({ ...parts, pageOf, allowances, visits, isDevelopment });

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', false);
  if (trustProxy) app.set('trust proxy', trusted(trustProxy)).use(readForwardedFor);
  if (developedAt) app.use(refuseOtherHosts(developedAt));

  // First what visitors request most, prepared with all its headers: the order of routes is what they cost.
  app.get('/api/locales/:language', answerLocales({ live, visits, isDevelopment }));
  app.use('/releases', filesRouter(store, live));
  app.use(documents.pages);
  if (!developedAt) app.use(guardAnswers);
  for (const call of calls) app.use(call);
  app.use('/api', answerUnknownCalls);
  app.use(seoRouter(parts));
  app.use(documents.others);
  app.use(refuseMethod);
  app.use(answerErrors(log));
  return app;
}

const guardAnswers: RequestHandler = (_request, response, next) => {
  for (const [name, value] of Object.entries(guards)) response.setHeader(name, value);
  next();
};

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

/** Express would answer by itself, with a policy of its own. */
const refuseMethod: RequestHandler = (_request, response) => {
  response.status(404).type('text').send('This address is only read, with GET.');
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
    response.set({ ...guards, 'Cache-Control': 'no-store' });
    response.status(status).json({ error: sentence });
  };
}

/** Express and its parsers put the status of a client's fault on the error, such as 400 or 413. */
function clientFault(error: unknown): number | undefined {
  if (error instanceof URIError) return 400;
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
