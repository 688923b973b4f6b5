import { escapeHtml, escapeJson } from './escape.ts';
import { pageAddress } from './site-address.ts';

/** What the head of a page says to those who do not look at it: search engines and link previews. */
export interface HeadSubject {
  origin: string;
  /** The folder of the shell's release, which has the pictures. */
  shellBase: string;
  path: string;
  language: string;
  /** Every language the site offers. */
  languages: readonly string[];
  /** The address asks for this very language. */
  isLanguageAsked: boolean;
  title: string;
  description: string;
  siteName: string;
  /** The picture that comes with a link, within the shell's release. */
  card: string;
  /** What is to be seen on it. */
  cardWords: string;
  /** Pages that are none, and previews, are not to be found. */
  isFindable: boolean;
  /** What structured data there is, if any. */
  data?: object | undefined;
}

/** The elements that take the place of `{{meta}}` in the shell's document. */
export function headElements(subject: HeadSubject): string[] {
  const { shellBase, language, isFindable } = subject;
  return [
    `<link rel="apple-touch-icon" href="${shellBase}resources/apple-touch-icon.png" />`,
    `<link rel="manifest" href="/manifest.webmanifest?language=${language}" />`,
    ...(isFindable
      ? [...addresses(subject), ...card(subject), ...structured(subject)]
      : ['<meta name="robots" content="noindex" />']),
  ];
}

/** One address that counts, and where the page is in every language. */
function addresses({ origin, path, language, languages, isLanguageAsked }: HeadSubject): string[] {
  const own = pageAddress(origin, path, isLanguageAsked ? language : undefined);
  const alternate = (code: string, address: string) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(address)}" />`;
  return [
    `<link rel="canonical" href="${escapeHtml(own)}" />`,
    ...languages.map((code) => alternate(code, pageAddress(origin, path, code))),
    alternate('x-default', pageAddress(origin, path)),
  ];
}

/** How a link to the page looks in a chat or a feed: Open Graph and Twitter's card. */
function card(subject: HeadSubject): string[] {
  const { origin, shellBase, path, language, languages, isLanguageAsked } = subject;
  const properties = {
    'og:type': 'website',
    'og:site_name': subject.siteName,
    'og:url': pageAddress(origin, path, isLanguageAsked ? language : undefined),
    'og:title': subject.title,
    'og:description': subject.description,
    'og:image': `${origin}${shellBase}${subject.card}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': subject.cardWords,
    'og:locale': localeOf(language),
  };
  const others = languages.filter((code) => code !== language);
  return [
    ...Object.entries(properties).map(([name, content]) => property(name, content)),
    ...others.map((code) => property('og:locale:alternate', localeOf(code))),
    // Title, text and picture it takes from Open Graph.
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`;
}

/** Open Graph names languages with a country: `de_DE`. */
function localeOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return `${language}_${region}`;
}

/** Data, not a script: the content security policy has nothing to say about it. */
function structured({ data }: HeadSubject): string[] {
  return data ? [`<script type="application/ld+json">${escapeJson(data)}</script>`] : [];
}
