import entries from '../site-map.json' with { type: 'json' };

/** A page of the site. */
export interface SitePage {
  path: string;
  section: string;
  /** The key path of its name in the navigation. */
  key: string;
}

/** The pages: a line a section. Deleting a line and its folder removes the section. */
export const siteMap: readonly SitePage[] = entries;

/** The page at the path of an address, as the router and the server see it: a slash at its end is none. */
export function pageAt(path: string): SitePage | undefined {
  const bare = path.replace(/(.)\/$/, '$1');
  return siteMap.find((page) => page.path === bare);
}
