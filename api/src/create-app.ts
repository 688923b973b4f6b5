import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import express, { type RequestHandler } from 'express';
import { localAddress } from './config.ts';
import { answerWorkers, developmentId, refuseOtherHosts } from './development/dev-servers.ts';
import { openDocuments } from './document/documents.ts';
import { seoRouter } from './document/seo-router.ts';
import { faultsCall } from './faults/faults-call.ts';
import { answerHealth } from './health.ts';
import { answerErrors, keepAnswers } from './http/answer.ts';
import { boundRequests, guardAnswers } from './http/guards.ts';
import { answerLocales } from './locales/locales-call.ts';
import type { Parts } from './parts.ts';
import { publishingRouter } from './publishing/publishing-router.ts';
import { answerFiles } from './releases/answer-files.ts';

/** Creates the site's Express app, and the documents that it serves. */
export function createApp(parts: Parts) {
  const { config, log, contact, devServers } = parts;
  const answers = keepAnswers(devServers === undefined);
  const documents = openDocuments(parts, answers);

  const app = express();
  app.disable('x-powered-by').disable('etag');
  const answerRefusals = answerErrors(log);
  // What is too long is answered before its path is compared with each route.
  app.use(boundRequests, answerRefusals);
  app.set('trust proxy', config.TRUST_PROXY ?? false);
  if (devServers) {
    app.use(refuseOtherHosts(new URL(localAddress(config.PORT, config.HOST))));
    app.get(`/releases/:name/${developmentId}/:file`, answerWorkers(devServers));
  } else app.use(guardAnswers);

  // The most frequent routes come first, as each route before costs time.
  app.get('/api/locales/:language', answerLocales(parts, answers));
  app.get('/releases/:name/:id/*path', answerFiles(parts));
  // Patterns for the paths would do, but matching one against 8 kB of slashes is slow.
  app.get(/^/, documents.onlyPages, documents.answer);
  if (!devServers) app.post('/api/faults', faultsCall(parts));
  app.post('/api/contact', contact.call);
  // Strict, so that a proxy that hides this address hides all its spellings.
  app.get(/^\/healthz$/, answerHealth(parts));
  app.use(publishingRouter(parts));
  app.use('/api', answerUnknownCalls);
  app.use(seoRouter(parts, answers));
  // What is left: `/`, unknown paths, and plain forms.
  app.get(/^/, documents.answer);
  app.post(/^/, documents.onlyPages, contact.form, documents.answerForm);
  // Express's own answer would have another policy.
  app.use(answerUnknownCalls, answerRefusals);
  return { app, documents };
}

const answerUnknownCalls: RequestHandler = ({ method, originalUrl }) => {
  const sentence = `There is no call ${method} ${originalUrl.slice(0, 200)}. There are GET /api/locales/{language} and POST /api/contact.`;
  throw new RefusedError(sentence, 404);
};
