import { indexPath } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/palette.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import escapeHtml from 'escape-html';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { type Answers, brotli, prepare, sendEncoded, tagOf } from '../http/send.ts';
import type { Parts } from '../parts.ts';
import { renderFeed, sectionOfFeed } from './feed.ts';
import { pageAddress } from './head-elements.ts';
import { readLanguage, readQuery } from './page-request.ts';
import { readShellParts } from './shell-parts.ts';

/** Makes a text in a language. */
type Make = (set: LiveSet, language: string) => string | Promise<string>;

/** Answers the well-known paths of search engines, feed readers and phones. */
export function seoRouter({ live, origin }: Parts, answers: Answers): Router {
  const router = Router();

  function answerWith(type: string, make: Make) {
    return async (request: Request, response: Response, next: NextFunction) => {
      const set = await live.current();
      if (!set) return next();
      const { path } = request;
      const { language } = readLanguage(request, readQuery(request.url), set);
      const answer = await answers(`${type} ${set.key} ${path} ${language}`, async () => {
        const text = await make(set, language);
        const headers = {
          'Content-Type': `${type}; charset=utf-8`,
          'Cache-Control': 'no-cache',
          ETag: tagOf(type + text),
          Vary: 'Accept-Encoding, Accept-Language, Cookie',
        };
        return prepare(text, headers, brotli.best);
      });
      return sendEncoded(request, response, answer);
    };
  }

  // Search engines render pages, so they need texts and scripts too.
  const robots = () => `User-agent: *\nAllow: /\n\nSitemap: ${origin()}/sitemap.xml\n`;
  router.get('/robots.txt', answerWith('text/plain', robots));
  router.get(
    '/sitemap.xml',
    answerWith('application/xml', (set) => sitemap(origin(), set)),
  );
  router.get('/manifest.webmanifest', answerWith('application/manifest+json', webManifest));
  router.get(/\/feed\.xml$/, async (request, response, next) => {
    const set = await live.current();
    const release = set && sectionOfFeed(set, request.path);
    if (!release) return next();
    const { owner } = await readShellParts(set.shell);
    return answerWith('application/atom+xml', ({ texts }, language) =>
      renderFeed(release, {
        ...{ origin: origin(), language, author: owner.name },
        texts: texts.get(language),
      }),
    )(request, response, next);
  });
  return router;
}

function sitemap(origin: string, set: LiveSet): string {
  const choices = [undefined, ...set.texts.keys()];
  const pages = [...set.byPath.values()].flatMap(({ path, section }) => {
    const addresses = choices.map((language) => escapeHtml(pageAddress(origin, path, language)));
    const alternates = choices.map(
      (language, at) =>
        `<xhtml:link rel="alternate" hreflang="${language ?? 'x-default'}" href="${addresses[at]}"/>`,
    );
    // The date is that of the section's live release; a new shell does not change a page's content.
    const { createdAt } = set.sections[section]?.[0] ?? set.shell;
    const rest = `<lastmod>${createdAt.slice(0, 10)}</lastmod>${alternates.join('')}`;
    return addresses.map((address) => `<url><loc>${address}</loc>${rest}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    '</urlset>\n',
  ].join('\n');
}

async function webManifest({ shell, pages, texts }: LiveSet, lang: string): Promise<string> {
  const { owner, template } = await readShellParts(shell);
  const tree = texts.get(lang);
  // The colour behind the icon while the site starts.
  const background = palette(template, 'dark').get('--background');
  return JSON.stringify({
    name: `${owner.name} – ${lookUp(tree, 'site.title')}`,
    short_name: owner.name,
    description: lookUp(tree, 'site.description'),
    lang,
    id: '/',
    start_url: indexPath(pages),
    scope: '/',
    display: 'minimal-ui',
    background_color: background,
    theme_color: background,
    // Each icon fits into the circle of a maskable one.
    icons: [192, 512].flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `${shell.base}resources/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  });
}
