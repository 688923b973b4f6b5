import type { RequestListener } from 'node:http';
import type { LiveReleases, Store } from '@portfolio/releases';
import cors from 'cors';
import express, { type RequestHandler } from 'express';
import { type DevServers, originsOf } from './development/dev-servers.ts';
import { discoveryRouter } from './discovery/discovery-router.ts';
import { documentRouter } from './document/document-router.ts';
import { answerErrors, answerUnknownCalls } from './errors.ts';
import { answerTexts } from './locales/answer-texts.ts';
import { holdTexts, prepareTexts } from './locales/held-texts.ts';
import type { Log } from './log.ts';
import { takeFailureReports } from './releases/failure-reports.ts';
import { filesRouter } from './releases/files-router.ts';

interface Parts {
  store: Store;
  live: LiveReleases;
  log: Log;
  /** Further calls, such as the one of the contact form. */
  calls?: readonly RequestHandler[];
  trustProxy?: string | undefined;
  isHttps?: boolean;
  publicUrl?: string | undefined;
  devServers?: DevServers | undefined;
  /** A deploy looks at its own release: what fails then has failed no visitor. */
  isInspection?: boolean;
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
  } = parts;
  const report = parts.isInspection ? async () => {} : takeFailureReports(store, log);
  const isDevelopment = devServers !== undefined;
  // In development a changed text is there with the next reload.
  const textsOf = isDevelopment ? prepareTexts : holdTexts();

  const app = express();
  app.disable('x-powered-by').disable('etag');
  // Only two calls look at their query; parsing every one would cost the locale call a twentieth.
  app.set('query parser', false);
  if (trustProxy) app.set('trust proxy', trusted(trustProxy));

  if (devServers) app.use(cors({ origin: originsOf(devServers) }));
  const texts = answerTexts({ store, live, textsOf, report });
  app.get('/api/locales/:language', texts.route);
  app.use(filesRouter(store));
  for (const call of calls) app.use(call);
  app.use('/api', answerUnknownCalls);
  app.use(discoveryRouter({ live, textsOf, publicUrl }));
  app.use(documentRouter({ store, log, live, textsOf, isHttps, publicUrl, isDevelopment }));
  app.use(answerErrors(log));
  // What Express does before the first route is nearly half of this call's time.
  return (request, response) => {
    if (!texts.atOnce(request, response)) app(request, response);
  };
}

/** `1` is one proxy in front, anything else is what Express takes: addresses or `loopback`. */
function trusted(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}
