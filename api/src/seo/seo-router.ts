import { indexPath } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/palette.ts';
import {
  defaultLanguage,
  languageOfAddress,
  lookUp,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type Request, type Response, Router } from 'express';
import type { PartsOf } from '../document/shell-parts.ts';
import { languagesOf, readQuery } from '../http/read-request.ts';
import { sendText } from '../http/send.ts';
import { siteAddress } from '../http/site-address.ts';
import type { TextsOf } from '../locales/texts-cache.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

interface Sources {
  live: LiveReleases;
  textsOf: TextsOf;
  partsOf: PartsOf;
  publicUrl: string | undefined;
}

/** What search engines and phones ask for by its name, made from what is live. */
export function seoRouter({ live, textsOf, partsOf, publicUrl }: Sources): Router {
  const router = Router();
  const answer = async (request: Request, response: Response, type: string, text: string) => {
    response.set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
    await sendText(request, response, 200, `${type}; charset=utf-8`, text);
  };

  // Everything may be read, also the texts and scripts a page is made of.
  router.get('/robots.txt', (request, response) => {
    const map = `${siteAddress(request, publicUrl)}/sitemap.xml`;
    return answer(request, response, 'text/plain', `User-agent: *\nAllow: /\n\nSitemap: ${map}\n`);
  });

  router.get('/sitemap.xml', async (request, response, next) => {
    const set = await live.fresh();
    if (!set) return next();
    const languages = [...textsOf(set).keys()];
    const pages = sitemap(siteAddress(request, publicUrl), set, languages);
    await answer(request, response, 'application/xml', pages);
  });

  router.get('/manifest.webmanifest', async (request, response, next) => {
    const set = await live.fresh();
    if (!set) return next();
    const texts = textsOf(set);
    const { owner, template } = await partsOf(set.shell);
    const languages = [...texts.keys()];
    const language =
      languageOfAddress(readQuery(request.url), languages) ??
      preferredLanguage(languagesOf(request), languages) ??
      defaultLanguage;
    const text = (path: string) => lookUp(texts.get(language)?.tree, path);
    const manifest = webManifest({
      language,
      text,
      owner,
      background: palette(template, 'dark').get('--background'),
      shellBase: set.shell.base,
      start: indexPath(set.pages),
    });
    response.vary('Accept-Language');
    await answer(request, response, 'application/manifest+json', JSON.stringify(manifest));
  });
  return router;
}
