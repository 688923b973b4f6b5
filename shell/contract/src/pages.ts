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

/** The page of a section that declares nothing else. */
export function defaultPage(section: string): PageDeclaration {
  return {
    path: `/${section}`,
    order: 100,
    label: `${section}.document.title`,
    icon: 'panel-top' satisfies IconName,
  };
}

/** First parts of the server's own addresses. */
const reserved = ['api', 'releases', 'healthz'];

const pathPattern = /^(\/[a-z0-9]+(-[a-z0-9]+)*){1,4}$/;
const keyPattern = /^[\w-]+(\.[\w-]+)+$/;
const longest = 100;

/** Whether a section whose own page is at `own` can have a page at this path. */
export function isBelow(own: string, path: string): boolean {
  return path.startsWith(`${own}/`) && pathPattern.test(path) && path.length <= longest;
}

/** The fault of a section's page, in a sentence; undefined for a valid page. */
export function faultOfPage(
  section: string,
  { path, order, label }: PageDeclaration,
): string | undefined {
  if (!pathPattern.test(path) || path.length > longest)
    return `"page.path" is "${path}": a path is like /blog, of small letters, digits and dashes.`;
  if (reserved.includes(path.split('/')[1] ?? ''))
    return `"page.path" is "${path}": the site answers what begins with ${reserved.map((word) => `/${word}`).join(', ')} itself.`;
  if (!Number.isInteger(order) || order < 0 || order > 1000)
    return `"page.order" is ${order}: a place in the navigation is a whole number from 0 to 1000.`;
  const own = [`${section}.`, 'header.links.'];
  if (
    !keyPattern.test(label) ||
    label.length > longest ||
    !own.some((key) => label.startsWith(key))
  )
    return `"page.label" is "${label}": the name in the navigation is a text of the section's own, such as ${section}.navigation.`;
  return undefined;
}

/** The pages in the order of the navigation. */
export function arrangePages(pages: readonly SitePage[]): SitePage[] {
  return [...pages].sort((a, b) => a.order - b.order || (a.section < b.section ? -1 : 1));
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
