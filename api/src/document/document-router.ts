import { indexPath, pageAt } from '@portfolio/contract/pages.ts';
import { type Request, type Response, Router } from 'express';
import type { FormLocals } from '../contact/answer/plain-form.ts';
import { toDevDocument } from '../development/dev-document.ts';
import { readQuery } from '../http/read-request.ts';
import { sendText } from '../http/send.ts';
import { siteAddress } from '../http/site-address.ts';
import { answerKept } from './answer-documents.ts';
import { makeNonce } from './document-once.ts';
import type { DocumentSources } from './document-sources.ts';
import { fallbackOf } from './fallback.ts';
import type { FindKept } from './kept-documents.ts';
import { languageOfVisit } from './language-of-visit.ts';
import { describePage } from './page.ts';
import { previewOf } from './preview.ts';
import { renderDocument } from './render-document.ts';
import { type NonceLocals, securityHeaders } from './security-headers.ts';

/** Every page of the site, made for its route from the live releases; 404 for any other path. */
export function documentRouter(sources: DocumentSources, kept: FindKept | undefined): Router {
  const { log, live, textsOf, partsOf, pageOf, visits, form } = sources;
  const { isHttps, publicUrl, isDevelopment } = sources;
  const router = Router();
  router.use((_request, response, next) => {
    response.locals.nonce = makeNonce();
    next();
  });
  if (!isDevelopment) router.use(securityHeaders(isHttps));

  router.get('/', async (request, response) => {
    const set = await live.fresh();
    // An address may be absolute (RFC 9112 §3.2.2), so its path is no prefix to cut off.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    response.redirect(302, `${indexPath(set?.pages ?? [])}${query}`);
  });

  if (kept) router.get('/*path', answerKept(kept));
  router.get('/*path', answer);
  if (form) router.post('/*path', onlyPages, form, answer);
  return router;

  async function onlyPages(request: Request, _response: Response, next: (way?: 'route') => void) {
    const set = await live.fresh();
    next(pageAt(set?.pages ?? [], request.path) ? undefined : 'route');
  }

  async function answer(
    request: Request,
    response: Response<unknown, NonceLocals & FormLocals>,
  ): Promise<void> {
    const current = await live.fresh();
    if (!current) {
      response.status(503).type('txt');
      response.send('The site has no shell yet. Release one with: npm run deploy -- shell');
      return;
    }
    const query = readQuery(request.url);
    const previewed = await previewOf(live, current, query.get('preview'), log);
    const { set, lostShell } = fallbackOf(previewed.set, query.get('without'));
    if (lostShell && isOwnNavigation(request))
      visits.failed(current, [lostShell], String(request.ip), !previewed.preview);
    const texts = textsOf(set);
    const { language, isLanguageAsked } = languageOfVisit(request, query, [...texts.keys()]);
    const entry = pageAt(set.pages, request.path);
    // Neither a preview nor a page that looks for another shell says anything of what is live.
    const isAsLive = set === current && !previewed.preview && !query.has('without');
    if (entry && isAsLive && request.method === 'GET')
      visits.opened(set, entry.section, String(request.ip));
    const { template, owner } = await partsOf(set.shell);
    const { outcome } = response.locals;
    const page = describePage({
      set,
      texts,
      owner,
      origin: siteAddress(request, publicUrl),
      entry,
      language,
      isLanguageAsked,
      nonce: response.locals.nonce,
      preview: previewed.preview,
      lostShell,
      form: response.locals,
      // Links and badge of a preview are those of this one visit.
      prerendered: previewed.preview
        ? undefined
        : await pageOf(set, texts, entry?.section, language),
    });
    const html = renderDocument(template, page);
    response
      .vary('Accept-Language, Cookie')
      .set('Cache-Control', outcome ? 'no-store' : 'no-cache');
    await sendText(
      request,
      response,
      outcome?.status ?? (page.entry ? 200 : 404),
      'text/html; charset=utf-8',
      isDevelopment ? toDevDocument(html, page.nonce) : html,
    );
  }
}

/** Another site's page could have the shell counted as failing, in the name of whoever opens it. */
function isOwnNavigation(request: Request): boolean {
  return ['same-origin', undefined].includes(request.get('Sec-Fetch-Site'));
}
