import { cardFile, type SitePage, wordsIn } from '@portfolio/contract/pages.ts';
import type { LoadedRelease } from '@portfolio/releases/live/loaded-release.ts';
import escapeHtml from 'escape-html';
import { feedPath, hasFeed } from './feed.ts';
import type { Page } from './page-request.ts';
import type { KnownOwner } from './shell-parts.ts';

/** The elements that take the place of `{{meta}}` in the shell's document. */
export function headElements(page: Page): string[] {
  const { set, entry, language, isFindable } = page;
  return [
    // What is centered moves while the parser adds to it: the page of no address is painted whole.
    ...(entry ? [] : ['<link rel="expect" blocking="render" href="#lost" />']),
    `<link rel="apple-touch-icon" href="${set.shell.base}resources/apple-touch-icon.png" />`,
    `<link rel="manifest" href="/manifest.webmanifest?language=${language}" />`,
    ...(isFindable
      ? [...addresses(page), ...feedLink(page), ...card(page), structured(page)]
      : ['<meta name="robots" content="noindex" />']),
  ];
}

/** One address that counts, and where the page is in every language. */
function addresses(page: Page): string[] {
  const { origin, set } = page;
  const path = page.entry?.path ?? '';
  const alternate = (code: string, address: string) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(address)}" />`;
  return [
    `<link rel="canonical" href="${escapeHtml(ownAddress(page))}" />`,
    ...[...set.texts.keys()].map((code) => alternate(code, pageAddress(origin, path, code))),
    alternate('x-default', pageAddress(origin, path)),
  ];
}

/** Where a section has posts, programs find its feed by this. */
function feedLink({ set, entry, language, text }: Page): string[] {
  const release = entry && set.sections[entry.section]?.[0];
  if (!release || !hasFeed(release)) return [];
  const title = escapeHtml(text(`${release.name}.document.title`));
  const address = pageAddress('', feedPath(release), language);
  return [
    `<link rel="alternate" type="application/atom+xml" title="${title}" href="${address}" />`,
  ];
}

/** How a link to the page looks in a chat or a feed: Open Graph and Twitter's card. */
function card(page: Page): string[] {
  const { set, origin, owner, entry, language, text } = page;
  const properties = {
    'og:type': entry?.date ? 'article' : 'website',
    'og:site_name': owner?.name ?? text('site.title'),
    'og:url': ownAddress(page),
    'og:title': page.title,
    'og:description': page.description,
    'og:image': origin + (ownCard(page) ?? set.shell.base + cardOf(set.shell, language)),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': ownCard(page) ? page.title : text('site.card'),
    'og:locale': localeOf(language),
  };
  const others = [...set.texts.keys()].filter((code) => code !== language);
  const article = entry?.date ? [property('article:published_time', entry.date)] : [];
  return [
    ...Object.entries(properties).map(([name, content]) => property(name, content)),
    ...article,
    ...tagsOf(page).map((tag) => property('article:tag', tag)),
    ...others.map((code) => property('og:locale:alternate', localeOf(code))),
    // It takes title, text and picture from Open Graph.
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The address that counts: with a language only where this visit has one of its own. */
function ownAddress({ origin, entry, language, isLanguageRequested }: Page): string {
  return pageAddress(origin, entry?.path ?? '', isLanguageRequested ? language : undefined);
}

/** The address of a page, in a language that was chosen for this visit or in the visitor's own. */
export function pageAddress(origin: string, path: string, language?: string): string {
  return origin + path + (language ? `?language=${language}` : '');
}

function tagsOf({ entry, language }: Page): readonly string[] {
  return entry?.tags?.[language] ?? [];
}

/** The card of a page below its section's own, where the deploy drew one. */
function ownCard({ set, entry, language }: Page): string | undefined {
  const release = entry?.title && set.sections[entry.section]?.[0];
  const file = entry ? cardFile(entry.path, language) : '';
  return release && Object.hasOwn(release.files, file) ? release.base + file : undefined;
}

/** The card drawn for a language; a shell may have one for all. */
function cardOf({ files }: LoadedRelease, language: string): string {
  const own = `resources/social-card-${language}.png`;
  return own in files ? own : 'resources/social-card.png';
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`;
}

/** Open Graph names languages with a country: `de_DE`. */
function localeOf(language: string): string {
  const locale = new Intl.Locale(language).maximize();
  return `${locale.language}_${locale.region}`;
}

/**
 * What search engines read of the site (schema.org as JSON-LD): what it is, and whose. What a page is
 * about stands in its own markup, by its section. Data is no script that a content policy speaks of.
 */
function structured(page: Page): string {
  const { origin, language, owner, text } = page;
  const ownerId = `${origin}/#owner`;
  const author = owner ? { author: { '@id': ownerId } } : {};
  const site = {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    url: `${origin}/`,
    name: text('site.title'),
    description: text('site.description'),
    inLanguage: language,
    ...author,
  };
  const person = owner ? [{ '@id': ownerId, ...personOf(owner, origin) }] : [];
  const post = page.entry?.date ? [{ ...postingOf(page, page.entry), ...author }] : [];
  const data = { '@context': 'https://schema.org', '@graph': [site, ...person, ...post] };
  return `<script type="application/ld+json">${escapeJson(data)}</script>`;
}

function postingOf(page: Page, { title = {}, date, minutes }: SitePage) {
  const { origin, description, language } = page;
  const card = ownCard(page);
  return {
    '@type': 'BlogPosting',
    url: ownAddress(page),
    mainEntityOfPage: ownAddress(page),
    headline: wordsIn(title, language),
    description,
    datePublished: date,
    keywords: tagsOf(page),
    timeRequired: minutes && `PT${minutes[language] ?? 1}M`,
    image: card && origin + card,
    inLanguage: language,
    isPartOf: { '@id': `${origin}/#site` },
  };
}

function personOf({ name, phone, email, profiles }: KnownOwner, origin: string) {
  return {
    '@type': 'Person',
    name,
    email: `mailto:${email}`,
    telephone: phone || undefined,
    url: `${origin}/`,
    sameAs: profiles.map(({ url }) => url),
  };
}

/** JSON as it stands in a script element: nothing in it can end the element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
