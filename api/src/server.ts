import { createServer, type Server } from 'node:http';
import cors from 'cors';
import express from 'express';
import type { Config } from './config.ts';
import { type Contact, openContact } from './contact/contact.ts';
import { slowRequests } from './contact/slow-requests.ts';
import { originsOf, readDevServers } from './development/dev-servers.ts';
import { withDevServers } from './development/with-dev-servers.ts';
import { documentRouter } from './document/document-router.ts';
import { answerErrors, answerUnknownCalls } from './errors.ts';
import { healthRouter } from './health-router.ts';
import { holdTexts } from './locales/held-texts.ts';
import { localesRouter } from './locales/locales-router.ts';
import type { Log } from './log.ts';
import { filesRouter } from './releases/files-router.ts';
import { followLiveReleases } from './releases/live-set.ts';
import { storeIn } from './releases/store.ts';

/** The running parts of the API, for whoever has to stop them. */
export interface Api {
  server: Server;
  contact: Contact;
}

/** Puts the API together; nothing listens yet. */
export async function createApi(config: Config, log: Log): Promise<Api> {
  const store = storeIn(config.DATA_DIR);
  const devServers = readDevServers(process.env);
  const released = followLiveReleases(store, log);
  const live = devServers ? withDevServers(released, devServers) : released;
  const contact = await openContact(config, log);
  const textsOf = holdTexts();

  const app = express();
  app.disable('x-powered-by').disable('etag');
  // No call has a query; parsing one would cost the locale call a twentieth.
  app.set('query parser', false);
  if (config.TRUST_PROXY) app.set('trust proxy', trusted(config.TRUST_PROXY));

  if (devServers) app.use(cors({ origin: originsOf(devServers) }));
  app.use(localesRouter(live, textsOf));
  app.use(filesRouter(store));
  app.use(contact.router);
  app.use(healthRouter(live, contact));
  app.use('/api', answerUnknownCalls);
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  app.use(documentRouter({ live, textsOf, isHttps, isDevelopment: devServers !== undefined }));
  app.use(answerErrors(log));

  return { server: createServer(slowRequests, app), contact };
}

/** `1` is one proxy in front, anything else is what Express takes: addresses or `loopback`. */
function trusted(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}
