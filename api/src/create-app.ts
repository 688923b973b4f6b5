import { RefusedRequestError } from '@portfolio/releases/release/release-errors.ts';
import express, { type RequestHandler } from 'express';
import { answerWorkers, developmentId, refuseOtherHosts } from './development/dev-servers.ts';
import { documentRouter } from './document/document-router.ts';
import { keepDocuments } from './document/documents.ts';
import { seoRouter } from './document/seo-router.ts';
import { faultsRouter } from './faults/faults-router.ts';
import { healthRouter } from './health-router.ts';
import { answerErrors } from './http/answer-errors.ts';
import { guards, keepAnswers } from './http/send.ts';
import { localAddress } from './local-address.ts';
import { answerLocales } from './locales/locales-call.ts';
import type { Parts } from './parts.ts';
import { publishingRouter } from './publishing/publishing-router.ts';
import { filesRouter } from './releases/files-router.ts';

/** Creates the site's Express app, and the documents that it serves. */
export function createApp(parts: Parts) {
  const { config, log, contact, devServers } = parts;
  const answers = keepAnswers(devServers === undefined);
  const documents = keepDocuments(parts, answers);
  const router = documentRouter(parts, documents);

  const app = express();
  app.disable('x-powered-by').disable('etag');
  const answerRefusals = answerErrors(log);
  // What is too long is answered before its path is compared with each route.
  app.set('query parser', false).use(boundRequests, answerRefusals);
  app.set('trust proxy', config.TRUST_PROXY ?? false);
  if (devServers) {
    app.use(refuseOtherHosts(new URL(localAddress(config.PORT, config.HOST))));
    app.get(`/releases/:name/${developmentId}/:file`, answerWorkers(devServers));
  }

  // The most frequent routes come first, as each route before costs time; they set their own headers.
  app.get('/api/locales/:language', answerLocales(parts, answers));
  app.use('/releases', filesRouter(parts));
  app.use(router.pages);
  if (!devServers) app.use(guardAnswers, faultsRouter(parts));
  app.use(contact.router, healthRouter(parts), publishingRouter(parts));
  app.use('/api', answerUnknownCalls);
  app.use(seoRouter(parts, answers));
  app.use(router.others);
  // Express's own answer would have another policy.
  app.use(answerUnknownCalls, answerRefusals);
  return { app, documents };
}

/** Browsers send shorter headers; sorting thousands of languages, or ranges, is slow. */
const longestHeader = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match', 'range'] as const;

/** The address of a page that names a release of each section is shorter. */
const longestAddress = 4000;

/** Bounds what the text of a request can cost: cuts headers that are negotiated, and refuses a longer address. */
const boundRequests: RequestHandler = ({ headers, url }, _response, next) => {
  for (const name of negotiated) {
    if (headers[name]) headers[name] = headers[name].slice(0, longestHeader);
  }
  if (url.length < longestAddress) return next();
  next(new RefusedRequestError(400, `An address has ${longestAddress} characters at most.`));
};

const guardAnswers: RequestHandler = (_request, response, next) => {
  response.set(guards);
  next();
};

const answerUnknownCalls: RequestHandler = ({ method, originalUrl }) => {
  const sentence = `There is no call ${method} ${originalUrl.slice(0, 200)}. There are GET /api/locales/{language} and POST /api/contact.`;
  throw new RefusedRequestError(404, sentence);
};
