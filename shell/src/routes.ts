import type { SitePage } from '@portfolio/contract/page-declaration.ts';
import { pageAt } from '@portfolio/contract/pages.ts';
import { liveReleases } from './federation/live-releases.ts';

/** The pages of the site: those of the sections that were live when this document was made. */
export function routes(): readonly SitePage[] {
  return liveReleases().pages;
}

/** The page at the path of an address, as the router and the server see it. */
export function routeAt(path: string): SitePage | undefined {
  return pageAt(routes(), path);
}
