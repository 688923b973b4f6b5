import { randomBytes } from 'node:crypto';
import type { LiveReleases, LiveSet, Store } from '@portfolio/releases';
import { type Request, type Response, Router } from 'express';
import { toDevDocument } from '../development/dev-document.ts';
import type { TextsByLanguage } from '../locales/held-texts.ts';
import type { Log } from '../log.ts';
import { describePage } from './describe-page.ts';
import { holdShell } from './held-shell.ts';
import { askedLanguage, pickLanguage } from './pick-language.ts';
import { previewOf } from './preview.ts';
import { renderDocument } from './render-document.ts';
import { securityHeaders } from './security-headers.ts';
import { sendText } from './send-text.ts';
import { siteAddress } from './site-address.ts';

interface Sources {
  store: Store;
  log: Log;
  live: LiveReleases;
  textsOf: (set: LiveSet) => Promise<TextsByLanguage>;
  isHttps: boolean;
  /** Where the site is reached; without it what the request says. */
  publicUrl: string | undefined;
  /** Development servers are other origins and put scripts of their own into the page. */
  isDevelopment: boolean;
}

/** Every page of the site, made for its route from the live releases; 404 for any other path. */
export function documentRouter(sources: Sources): Router {
  const { store, log, live, textsOf, isHttps, publicUrl, isDevelopment } = sources;
  const router = Router();
  const partsOf = holdShell();
  router.use((_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString('base64');
    next();
  });
  if (!isDevelopment) router.use(securityHeaders(isHttps));

  router.get('/', (request, response) => {
    // The address may be absolute (RFC 9112 §3.2.2), so its path is no prefix to cut off.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    response.redirect(302, `/home${query}`);
  });

  router.get('/*path', async (request: Request, response: Response) => {
    const current = await live.fresh();
    if (!current) {
      response.status(503).type('txt');
      response.send('The site has no shell yet. Release one with: npm run deploy -- shell');
      return;
    }
    const { set, preview } = await previewOf(store, current, request.url, log);
    const texts = await textsOf(set);
    const asked = askedLanguage(request.url, texts);
    const page = set.siteMap.find((entry) => entry.path === request.path.replace(/(.)\/$/, '$1'));
    const { nonce } = response.locals;
    const { template, owner } = await partsOf(set);
    const described = describePage({
      set,
      texts,
      owner,
      origin: siteAddress(request, publicUrl),
      page,
      language: asked ?? pickLanguage(request.acceptsLanguages(), [...texts.keys()]),
      isLanguageAsked: asked !== undefined,
      nonce,
      preview,
    });
    const html = renderDocument(template, set, described);
    response.vary('Accept-Language').set('Cache-Control', 'no-cache');
    await sendText(
      request,
      response,
      page ? 200 : 404,
      'text/html; charset=utf-8',
      isDevelopment ? toDevDocument(html, nonce) : html,
    );
  });
  return router;
}
