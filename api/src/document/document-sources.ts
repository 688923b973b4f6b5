import type { IncomingMessage } from 'node:http';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { RequestHandler } from 'express';
import type { TextsOf } from '../locales/texts-cache.ts';
import type { Log } from '../log.ts';
import type { VisitNotes } from '../rollback/visit-notes.ts';
import type { PageOf } from './prerendered.ts';
import type { PartsOf } from './shell-parts.ts';

/** What documents are made of. */
export interface DocumentSources {
  log: Log;
  live: LiveReleases;
  textsOf: TextsOf;
  partsOf: PartsOf;
  /** Notes whom releases serve and fail. */
  visits: VisitNotes;
  /** The address a request comes from, behind the proxies that are trusted. */
  visitorOf: (request: IncomingMessage) => string;
  pageOf: PageOf;
  /** Takes what a page's form sends without script; without it only what is read is answered. */
  form: RequestHandler | undefined;
  isHttps: boolean;
  /** Where the site is reached; without it what the request says. */
  publicUrl: string | undefined;
  /** Development servers are other origins and put scripts of their own into the page. */
  isDevelopment: boolean;
}
