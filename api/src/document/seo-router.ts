import { indexPath } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/palette.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, pagesByPath } from '@portfolio/releases/live/live-set.ts';
import escapeHtml from 'escape-html';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { readLanguage, readQuery, siteAddress } from '../http/read-request.ts';
import {
  inSpareTime,
  type PreparedEncodings,
  prepareEncodings,
  sendEncoded,
  tagOf,
} from '../http/send.ts';
import { renderFeed } from './feed.ts';
import { pageAddress } from './head-elements.ts';
import { readShellParts } from './shell-parts.ts';

interface SeoSources {
  live: LiveReleases;
  publicUrl?: string | undefined;
}

/** Answers the well-known paths of search engines, feed readers and phones. */
export function seoRouter({ live, publicUrl }: SeoSources): Router {
  const router = Router();
  // Without PUBLIC_URL a request can claim any host.
  const spare = publicUrl ? undefined : inSpareTime();
  const answers = new LRUCache<string, PreparedEncodings>({ max: 40 });

  function answer(request: Request, response: Response, type: string, text: string) {
    const body = Buffer.from(text);
    const ETag = tagOf(type, body);
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      ETag,
      Vary: 'Accept-Encoding, Accept-Language, Cookie',
    };
    const known = answers.get(ETag) ?? prepareEncodings({ body, headers }, spare);
    answers.set(ETag, known);
    return sendEncoded(request, response, known);
  }

  // Search engines render pages, so they need texts and scripts too.
  router.get('/robots.txt', (request, response) => {
    const map = `${siteAddress(request, publicUrl)}/sitemap.xml`;
    return answer(request, response, 'text/plain', `User-agent: *\nAllow: /\n\nSitemap: ${map}\n`);
  });

  router.get('/sitemap.xml', async (request, response, next) => {
    const set = await live.current();
    if (!set) return next();
    return answer(
      request,
      response,
      'application/xml',
      sitemap(siteAddress(request, publicUrl), set),
    );
  });

  router.get('/manifest.webmanifest', async (request, response, next) => {
    const set = await live.current();
    if (!set) return next();
    const { language } = readLanguage(request, readQuery(request.url), [...set.texts.keys()]);
    return answer(
      request,
      response,
      'application/manifest+json',
      JSON.stringify(await webManifest(set, language)),
    );
  });

  router.get(/\/feed\.xml$/, async (request, response, next) => {
    const set = await live.current();
    if (!set) return next();
    const origin = siteAddress(request, publicUrl);
    const { path, url } = request;
    const { language } = readLanguage(request, readQuery(url), [...set.texts.keys()]);
    const { owner } = await readShellParts(set.shell);
    const author = owner?.name ?? lookUp(set.texts.get(language), 'site.title');
    const feed = renderFeed({ set, path, origin, language, author });
    if (feed === undefined) return next();
    return answer(request, response, 'application/atom+xml', feed);
  });

  // Some programs request this path without a link, and know its type by its content.
  router.get('/favicon.ico', async (_request, response, next) => {
    const set = await live.current();
    const icon = await set?.shell.read('resources/favicon.png');
    if (!icon) return next();
    response.set('Cache-Control', 'public, max-age=86400').type('image/png').send(icon);
  });
  return router;
}

function sitemap(origin: string, set: LiveSet): string {
  const choices = [undefined, ...set.texts.keys()];
  const pages = [...pagesByPath(set).values()].flatMap(({ path, section }) => {
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

async function webManifest({ shell, pages, texts }: LiveSet, lang: string) {
  const { owner, template } = await readShellParts(shell);
  const tree = texts.get(lang);
  const title = lookUp(tree, 'site.title');
  // The colour behind the icon while the site starts.
  const background = palette(template, 'dark').get('--background');
  return {
    name: owner ? `${owner.name} – ${title}` : title,
    short_name: owner?.name ?? title,
    description: lookUp(tree, 'site.description'),
    lang,
    id: '/',
    start_url: indexPath(pages),
    scope: '/',
    display: 'minimal-ui',
    background_color: background,
    theme_color: background,
    icons: iconsOf(shell.base),
  };
}

/** Each icon fits into the circle of a maskable one. */
function iconsOf(base: string) {
  return [192, 512].flatMap((size) =>
    ['any', 'maskable'].map((purpose) => ({
      src: `${base}resources/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  );
}
