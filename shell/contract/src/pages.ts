import { defaultLanguage, type Lookup } from './texts.ts';

/**
 * The icons of navigation entries, by their names at lucide.dev. The shell draws them; an unknown name gets
 * `panel-top`.
 */
export const icons = [
  'house',
  'gamepad-2',
  'mail',
  'newspaper',
  'book-open',
  'camera',
  'music',
  'code-xml',
  'calendar',
  'star',
  'users',
  'panel-top',
] as const;

export type IconName = (typeof icons)[number];

/** The protocols of links in texts. */
export const linkProtocols = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:'];

/** A section declares its page in its `package.json`, and its release in `release.json`. */
export interface PageDeclaration {
  /** The address within the site, such as `/blog`. */
  path: string;
  /** The position in the navigation: the smallest comes first. */
  order: number;
  /** The key path of the name in the navigation. */
  label: string;
  /** One of `icons`; another shell may know others. */
  icon: string;
}

/** Words by language. */
export type Words = Readonly<Record<string, string>>;

/** A page below a section's own, as its release lists it. */
export interface PageBelow {
  /** The address within the site, such as `/blog/first-post`. */
  path: string;
  title: Words;
  description: Words;
  /** Such as `2026-11-23`; a page with a date is a post. */
  date?: string | undefined;
  /** By language. */
  tags?: Record<string, string[]> | undefined;
  /** The reading time by language; only of a page that is a Markdown file. */
  minutes?: Record<string, number> | undefined;
}

/** Compiled Markdown: words, or an element with React's attribute names. */
export type PageNode = string | { type: string; props: PageNodeProps };

interface PageNodeProps {
  [attribute: string]: unknown;
  children?: PageNode | readonly PageNode[];
}

/** A page of the site, with its section. */
export interface SitePage extends PageDeclaration, Partial<Omit<PageBelow, 'path'>> {
  section: string;
}

/**
 * The path of an address as server and app read it: decoded once, without a slash at its end. An encoded
 * slash separates nothing, as in the app's router.
 */
export function readPath(path: string): string {
  const bare = path.replace(/(.)\/$/, '$1');
  if (!bare.includes('%')) return bare;
  try {
    return bare
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return bare;
  }
}

/** The page at the path of an address. */
export function pageAt<Page extends { path: string }>(
  pages: readonly Page[],
  path: string,
): Page | undefined {
  const read = readPath(path);
  return pages.find((page) => page.path === read);
}

/** The file of a release that lists the pages below the section's own, for the app. */
export const pagesFile = 'pages.json';

/** The file of a release with the text of a page in a language, compiled from its Markdown. */
export function pageFile({ path }: Pick<PageBelow, 'path'>, language: string): string {
  return `pages${path}.${language}.json`;
}

/** The file of a release with a page in all languages: an object of fragments. */
export function fragmentFile(path: string): string {
  return `fragments${path}.json`;
}

/** The file of a release with the card that chats show for a link to a page below the section's own. */
export function cardFile(path: string, language: string): string {
  return `cards${path}.${language}.jpg`;
}

/** Words in a language, else in the default one, else in any. */
export function wordsIn(words: Words, language: string): string {
  return words[language] ?? words[defaultLanguage] ?? Object.values(words)[0] ?? '';
}

/** The target of `/`: home, or else the first page. */
export function indexPath(pages: readonly { path: string }[]): string {
  return pageAt(pages, '/home')?.path ?? pages[0]?.path ?? '/home';
}

/** The name of a page or of an unknown one, which screen readers announce. */
export function pageName(
  page: Pick<SitePage, 'section' | 'title'> | undefined,
  text: Lookup,
  language: string,
): string {
  if (page?.title) return wordsIn(page.title, language);
  return text(page ? `${page.section}.document.title` : 'notFound.title');
}

/** The document title of a page with this name. */
export function pageTitle(name: string, ownerName: string): string {
  return `${name} – ${ownerName}`;
}
