import { pageAt, readPath, type SitePage } from '@portfolio/contract/pages.ts';
import { siteFacts } from '@portfolio/kit';

/** The navigation entry of a path, which may be a page below the entry's own. */
export function navigationEntryAt(path: string): SitePage | undefined {
  const { pages, sections } = siteFacts();
  const isAbove = (page: SitePage) =>
    sections[page.section]?.[0]?.hasPages && readPath(path).startsWith(`${page.path}/`);
  return pageAt(pages, path) ?? pages.find(isAbove);
}
