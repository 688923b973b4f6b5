import { cardFile } from '@portfolio/contract/pages.ts';
import type { LoadedRelease } from '@portfolio/releases/store/releases.ts';
import escapeHtml from 'escape-html';
import { feedPath } from './feed.ts';
import type { DescribedPage } from './page-request.ts';

/** The elements for `{{meta}}` in the shell's document. */
export function headElements(page: DescribedPage): string[] {
  const { set, entry, language, preview, lostShell } = page;
  const isFindable = entry && !preview && !lostShell;
  return [
    // The page for unknown paths is centered: it would move while the parser adds to it.
    ...(entry ? [] : ['<link rel="expect" blocking="render" href="#lost" />']),
    `<link rel="apple-touch-icon" href="${set.shell.base}resources/apple-touch-icon.png" />`,
    `<link rel="manifest" href="/manifest.webmanifest?language=${language}" />`,
    ...(isFindable
      ? [...addresses(page), ...feedLink(page), ...card(page)]
      : ['<meta name="robots" content="noindex" />']),
  ];
}

function addresses(page: DescribedPage): string[] {
  const { origin, set } = page;
  const path = page.entry?.path ?? '';
  return [
    `<link rel="canonical" href="${escapeHtml(ownAddress(page))}" />`,
    ...[undefined, ...set.texts.keys()].map((code) => {
      const address = escapeHtml(pageAddress(origin, path, code));
      return `<link rel="alternate" hreflang="${code ?? 'x-default'}" href="${address}" />`;
    }),
  ];
}

function feedLink({ set, entry, language, text }: DescribedPage): string[] {
  const release = entry && set.sections[entry.section]?.[0];
  const path = release && feedPath(release);
  if (!path) return [];
  const title = escapeHtml(text(`${release.name}.document.title`));
  const address = pageAddress('', path, language);
  return [
    `<link rel="alternate" type="application/atom+xml" title="${title}" href="${address}" />`,
  ];
}

/** The metadata for a link to the page in a chat or feed: Open Graph and Twitter's card. */
function card(page: DescribedPage): string[] {
  const { set, origin, owner, entry, language, text } = page;
  const properties = {
    'og:type': entry?.date ? 'article' : 'website',
    'og:site_name': owner.name,
    'og:url': ownAddress(page),
    'og:title': page.title,
    'og:description': page.description,
    'og:image': origin + (ownCard(page) ?? set.shell.base + cardOf(set.shell, language)),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': ownCard(page) ? page.title : text('site.card'),
    'og:locale': localeOf(language),
  };
  return [
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`,
    ),
    // Twitter takes title, text and picture from Open Graph.
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The canonical address; with a language only if the visit's address has one. */
function ownAddress({ origin, entry, language, isLanguageRequested }: DescribedPage): string {
  return pageAddress(origin, entry?.path ?? '', isLanguageRequested ? language : undefined);
}

/** The address of a page. Without a language the visitor's own decides. */
export function pageAddress(origin: string, path: string, language?: string): string {
  return origin + path + (language ? `?language=${language}` : '');
}

/** The card of a page below its section's own, if the deploy drew one. */
function ownCard({ set, entry, language }: DescribedPage): string | undefined {
  const release = entry?.title && set.sections[entry.section]?.[0];
  const file = entry ? cardFile(entry.path, language) : '';
  return release && Object.hasOwn(release.files, file) ? release.base + file : undefined;
}

/** The shell's card for a language, or its only one. */
function cardOf({ files }: LoadedRelease, language: string): string {
  const own = `resources/social-card-${language}.png`;
  return own in files ? own : 'resources/social-card.png';
}

/** Open Graph names languages with a country: `de_DE`. */
function localeOf(language: string): string {
  const locale = new Intl.Locale(language).maximize();
  return `${locale.language}_${locale.region}`;
}

/** JSON for a script element, which no text in it can end. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
