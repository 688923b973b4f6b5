import type { IncomingMessage } from 'node:http';
import { indexPath } from '@portfolio/contract/pages.ts';
import { findPage } from '@portfolio/releases/live/live-set.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { FormLocals } from '../contact/contact-calls.ts';
import { readQuery, siteAddress } from '../http/read-request.ts';
import { sendEncoded } from '../http/send.ts';
import type { VisitNotes } from '../rollback/follow-visits.ts';
import { type Asked, type AskedSources, readAsked, withoutIn } from './asked.ts';
import { type DocumentOptions, keepDocuments } from './documents.ts';

interface Sources extends AskedSources, DocumentOptions {
  /** Counts the visitors that releases serve and fail. */
  visits: VisitNotes;
  /** Takes a form that is sent without script; if not given, only GET and HEAD are answered. */
  form?: RequestHandler | undefined;
}

const noShell = 'The site has no shell yet. Release one with: npm run deploy -- shell';

/** Every page of the site, made for its route from the live releases; 404 for any other path. */
export function documentRouter(sources: Sources): Router {
  const { live, visits, form, publicUrl } = sources;
  const ask = readAsked(sources);
  const documents = keepDocuments(sources);
  const router = Router();

  router.get('/', async (request, response) => {
    const set = await live.cached();
    // An address may be absolute (RFC 9112 §3.2.2), so its path is no prefix to cut off.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    response.set(documents.bareHeaders(request));
    response.redirect(302, `${indexPath(set?.pages ?? [])}${query}`);
  });

  // Not a route pattern: matching one against 8 kB of slashes is slow.
  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path } = request;
    // What cannot be read is the client's fault, not an unknown page.
    if (path.includes('%')) decodeURIComponent(path);
    const asked = await ask(request, path);
    if (!asked)
      return response.set(documents.bareHeaders(request)).status(503).type('txt').send(noShell);
    note(asked, request);
    const encodings = await documents.find(asked, request, siteAddress(request, publicUrl));
    await sendEncoded(request, response, encodings, asked.entry ? 200 : 404);
  });

  if (form) router.post('/*path', onlyPages, form, answerForm);
  return router;

  /** Counts a visit for the releases that serve it. */
  function note(asked: Asked, request: Request): void {
    const { lostShell, preview, current, entry, isAsLive } = asked;
    if (isAsLive && entry && request.method === 'GET')
      visits.opened(current, entry.section, String(request.ip));
    if (!lostShell || !isOwnNavigation(request)) return;
    const [, report] = withoutIn(readQuery(request.url)) ?? [];
    visits.failed(current, [lostShell], String(request.ip), !preview, report);
  }

  async function onlyPages(request: Request, _response: Response, next: (way?: 'route') => void) {
    const set = await live.cached();
    next(set && findPage(set, request.path) ? undefined : 'route');
  }

  async function answerForm(request: Request, response: Response<unknown, FormLocals>) {
    const asked = await ask(request, request.path);
    if (!asked) return response.status(503).type('txt').send(noShell);
    const origin = siteAddress(request, publicUrl);
    const encodings = await documents.answerForm(asked, request, origin, response.locals);
    await sendEncoded(request, response, encodings, response.locals.outcome?.status ?? 200);
  }
}

/** Otherwise another site's page could report the shell as failing in the name of its own visitors. */
function isOwnNavigation({ headers }: IncomingMessage): boolean {
  return ['same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}
