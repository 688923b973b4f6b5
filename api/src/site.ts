import type { IncomingMessage, RequestListener } from 'node:http';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import cors from 'cors';
import express, { type RequestHandler } from 'express';
import proxyAddress from 'proxy-addr';
import { type DevServers, originsOf } from './development/dev-servers.ts';
import { answerDocuments } from './document/answer-documents.ts';
import { documentRouter } from './document/document-router.ts';
import type { DocumentSources } from './document/document-sources.ts';
import { keepDocuments } from './document/kept-documents.ts';
import { cachePages, noPages, type PageOf } from './document/prerendered.ts';
import { cacheShellParts } from './document/shell-parts.ts';
import { answerErrors, answerUnknownCalls } from './errors.ts';
import { answerLocales } from './locales/locales-call.ts';
import { cacheTexts, prepareTexts } from './locales/texts-cache.ts';
import type { Log } from './log.ts';
import { filesRouter } from './releases/files-router.ts';
import { notNoted, type VisitNotes } from './rollback/visit-notes.ts';
import { seoRouter } from './seo/seo-router.ts';

interface Parts {
  store: Store;
  live: LiveReleases;
  log: Log;
  /** Further calls, such as the one of the contact form. */
  calls?: readonly RequestHandler[];
  /** Takes what a page's form sends without script. */
  form?: RequestHandler;
  trustProxy?: string | undefined;
  isHttps?: boolean;
  publicUrl?: string | undefined;
  devServers?: DevServers | undefined;
  /** A deploy looks at its own release: what fails then has failed no visitor. */
  isInspection?: boolean;
  /** Notes whom releases serve and fail; a deploy that looks at its own release notes nobody. */
  visits?: VisitNotes | undefined;
  /** Where the pages of documents come from: the store, if nothing else is said. */
  pageOf?: PageOf;
}

/** Everything a browser asks of the site, in the order of what has to be fastest. */
export function createSite(parts: Parts): RequestListener {
  const {
    store,
    live,
    log,
    calls = [],
    trustProxy,
    isHttps = false,
    publicUrl,
    devServers,
    visits = notNoted,
  } = parts;
  const isDevelopment = devServers !== undefined;
  // In development a changed text is there with the next reload.
  const textsOf = isDevelopment ? prepareTexts : cacheTexts();
  const partsOf = cacheShellParts();
  const { pageOf = isDevelopment ? noPages : cachePages(store, log) } = parts;

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', false);
  if (trustProxy) app.set('trust proxy', trusted(trustProxy));
  const trust = app.get('trust proxy fn');
  const visitorOf = (request: IncomingMessage) => proxyAddress(request, trust);

  const documents: DocumentSources = {
    log,
    live,
    textsOf,
    partsOf,
    visits,
    visitorOf,
    pageOf,
    form: parts.form,
    isHttps,
    publicUrl,
    isDevelopment,
  };
  const kept = isDevelopment || parts.isInspection ? undefined : keepDocuments(documents);

  app.use((_request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });

  app.use(filesRouter({ store, find: live.find, log }));
  for (const call of calls) app.use(call);
  app.use('/api', answerUnknownCalls);
  app.use(seoRouter({ live, textsOf, partsOf, publicUrl }));
  app.use(documentRouter(documents, kept));
  app.use(answerErrors(log));

  // Behind a proxy only Express knows by which protocol a request came.
  const isPlain = publicUrl !== undefined || trustProxy === undefined;
  const pages = kept && isPlain ? answerDocuments({ find: kept, isHttps, log }, app) : app;
  const site = answerLocales({ live, log, textsOf, visits, visitorOf }, pages);
  return devServers ? withOrigins(originsOf(devServers), site) : site;
}

/** Lets pages of these origins read all answers. */
function withOrigins(origin: string[], site: RequestListener): RequestListener {
  const allow = cors({ origin });
  return (request, response) => allow(request, response, () => site(request, response));
}

/** `1` is one proxy in front, anything else is what Express takes: addresses or `loopback`. */
function trusted(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}
