import { indexPath } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/palette.ts';
import {
  defaultLanguage,
  languageOfAddress,
  lookUp,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type Response, Router } from 'express';
import { partsOf } from '../document/shell-parts.ts';
import { languagesOf, readQuery, siteAddress } from '../http/read-request.ts';
import type { TextsOf } from '../locales/texts-cache.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

interface Sources {
  live: LiveReleases;
  textsOf: TextsOf;
  publicUrl: string | undefined;
}

/** What search engines and phones ask for by its name, made from what is live. */
export function seoRouter({ live, textsOf, publicUrl }: Sources): Router {
  const router = Router();
  const answer = (response: Response, type: string, text: string) =>
    response
      .set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .type(`${type}; charset=utf-8`)
      .send(text);

  // Everything may be read, also the texts and scripts a page is made of.
  router.get('/robots.txt', (request, response) => {
    const map = `${siteAddress(request, publicUrl)}/sitemap.xml`;
    answer(response, 'text/plain', `User-agent: *\nAllow: /\n\nSitemap: ${map}\n`);
  });

  router.get('/sitemap.xml', async (request, response, next) => {
    const set = await live.cached();
    if (!set) return next();
    const languages = [...textsOf(set).keys()];
    const pages = sitemap(siteAddress(request, publicUrl), set, languages);
    answer(response, 'application/xml', pages);
  });

  router.get('/manifest.webmanifest', async (request, response, next) => {
    const set = await live.cached();
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
    answer(response, 'application/manifest+json', JSON.stringify(manifest));
  });
  return router;
}
