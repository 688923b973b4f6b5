import { createHash } from 'node:crypto';
import { indexPath, wordsIn } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/read-palette.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import { type LiveSet, readOwner, releasesOf } from '@portfolio/releases/live/live-set.ts';
import { pathOf, templateFile } from '@portfolio/releases/release/release.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';
import escapeHtml from 'escape-html';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { type Answers, brotli, prepare, sendEncoded } from '../http/answer.ts';
import type { Parts } from '../parts.ts';
import { feedPath, pageAddress, postsOf, readLanguage, readQuery } from './page-request.ts';

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
          Vary: 'Accept-Encoding, Accept-Language, Cookie',
        };
        return prepare(text, headers, brotli.best, type + text);
      });
      return sendEncoded(request, response, answer);
    };
  }

  // Search engines render pages, so they need texts and scripts too.
  const robots = () => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
  router.get('/robots.txt', answerWith('text/plain', robots));
  router.get(
    '/sitemap.xml',
    answerWith('application/xml', (set) => sitemap(origin, set)),
  );
  router.get('/manifest.webmanifest', answerWith('application/manifest+json', webManifest));
  router.get(/\/feed\.xml$/, async (request, response, next) => {
    const set = await live.current();
    const release = set && releasesOf(set).find((each) => feedPath(each) === request.path);
    if (!release) return next();
    const make: Make = (latest, language) => renderFeed(origin, latest, release, language);
    return answerWith('application/atom+xml', make)(request, response, next);
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
  const owner = await readOwner({ shell });
  const template = String(await shell.read(templateFile));
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

/** Feed readers poll, so the newest entries are enough. */
const mostEntries = 30;

/** Renders the feed of a section (Atom, RFC 4287). */
async function renderFeed(origin: string, set: LiveSet, release: LoadedRelease, language: string) {
  const texts = set.texts.get(language);
  const { name: author } = await readOwner(set);
  const path = `${pathOf(release)}/feed.xml`;
  const addressOf = (page: string) => `${origin}${page}?language=${language}`;
  const idOf = (page: string) => uuidOf(author, language, page);
  const link = (rel: string, page: string) => `<link rel="${rel}" href="${addressOf(page)}"/>`;
  const posts = postsOf(release).slice(0, mostEntries);
  const entries = posts.flatMap(({ path: page, title, description, date, tags }) => [
    '<entry>',
    element('id', idOf(page)),
    element('title', wordsIn(title, language)),
    link('alternate', page),
    element('published', `${date}T00:00:00Z`),
    element('updated', `${date}T00:00:00Z`),
    element('summary', wordsIn(description, language)),
    ...(tags?.[language] ?? []).map((tag) => `<category term="${escapeHtml(tag)}"/>`),
    '</entry>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element('id', idOf(path)),
    element('title', lookUp(texts, `${release.name}.document.title`)),
    element('subtitle', lookUp(texts, `${release.name}.document.description`)),
    link('self', path),
    link('alternate', pathOf(release)),
    element('updated', release.createdAt),
    `<author>${element('name', author)}</author>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

/**
 * A name that stays the same whatever host the site has. Each language has its own: a reader would take one of two
 * entries with an equal id for the other.
 */
function uuidOf(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex');
  // A UUID of version 8, whose bits are the application's own (RFC 9562 §5.8).
  return hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*/, 'urn:uuid:$1-$2-8$3-8$4-$5');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text)}</${name}>`;
}
