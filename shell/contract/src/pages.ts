import type { Lookup } from './texts.ts';

/** The page at the path of an address; a slash at its end makes no difference. */
export function pageAt<Page extends { path: string }>(
  pages: readonly Page[],
  path: string,
): Page | undefined {
  const bare = path.replace(/(.)\/$/, '$1');
  return pages.find((page) => page.path === bare);
}

/** Where `/` leads: home, or the first page where there is no home. */
export function indexPath(pages: readonly { path: string }[]): string {
  return pageAt(pages, '/home')?.path ?? pages[0]?.path ?? '/home';
}

/** The name of a page, which is announced when a visitor gets there; of an unknown one too. */
export function pageName(page: { section: string } | undefined, text: Lookup): string {
  return text(page ? `${page.section}.document.title` : 'notFound.title');
}

/** The title of the document with this page. */
export function pageTitle(
  page: { section: string } | undefined,
  text: Lookup,
  ownerName = text('site.title'),
): string {
  return `${pageName(page, text)} – ${ownerName}`;
}
