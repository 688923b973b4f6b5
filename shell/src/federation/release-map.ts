import { pageAt, readPath, type SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseMap } from '@portfolio/contract/rendering.ts';

/** The map of the document; a server sets it. */
export let releaseMap: ReleaseMap = JSON.parse(
  globalThis.document?.getElementById('live-releases')?.textContent ?? '{}',
);

export function setReleaseMap(map: ReleaseMap): void {
  releaseMap = map;
}

/** The navigation entry of a path, which may be a page below the entry's own. */
export function navigationEntryAt(path: string): SitePage | undefined {
  const { pages, sections } = releaseMap;
  const isAbove = (page: SitePage) =>
    sections[page.section]?.[0]?.hasPages && readPath(path).startsWith(`${page.path}/`);
  return pageAt(pages, path) ?? pages.find(isAbove);
}
