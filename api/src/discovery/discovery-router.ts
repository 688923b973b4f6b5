import type { LiveReleases, LiveSet } from '@portfolio/releases';
import { type Request, type Response, Router } from 'express';
import { readOwner } from '../document/owner.ts';
import { askedLanguage, pickLanguage } from '../document/pick-language.ts';
import { sendText } from '../document/send-text.ts';
import { siteAddress } from '../document/site-address.ts';
import type { TextsByLanguage } from '../locales/held-texts.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

interface Sources {
  live: LiveReleases;
  textsOf: (set: LiveSet) => Promise<TextsByLanguage>;
  publicUrl: string | undefined;
}

/** What search engines and phones ask for by its name, made from what is live. */
export function discoveryRouter({ live, textsOf, publicUrl }: Sources): Router {
  const router = Router();
  const answer = async (request: Request, response: Response, type: string, text: string) => {
    response.set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
    await sendText(request, response, 200, `${type}; charset=utf-8`, text);
  };

  router.get('/robots.txt', (request, response) =>
    answer(request, response, 'text/plain', robots(siteAddress(request, publicUrl))),
  );

  router.get('/sitemap.xml', async (request, response, next) => {
    const set = await live.fresh();
    if (!set) return next();
    const languages = [...(await textsOf(set)).keys()];
    const pages = sitemap(siteAddress(request, publicUrl), set, languages);
    await answer(request, response, 'application/xml', pages);
  });

  router.get('/manifest.webmanifest', async (request, response, next) => {
    const set = await live.fresh();
    if (!set) return next();
    const texts = await textsOf(set);
    const language =
      askedLanguage(request.url, texts) ??
      pickLanguage(request.acceptsLanguages(), [...texts.keys()]);
    const manifest = webManifest({
      language,
      texts: texts.get(language)?.tree,
      owner: await readOwner(set.shell.folder),
      shellBase: set.shell.base,
    });
    response.vary('Accept-Language');
    await answer(request, response, 'application/manifest+json', JSON.stringify(manifest));
  });
  return router;
}
