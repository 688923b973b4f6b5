import { createContext, use } from 'react';
import type { LiveReleases } from './federation/live-releases.ts';
import type { Sections } from './federation/section-cache.ts';

/** What the app is put together from. */
export interface Site {
  releases: LiveReleases;
  sections: Sections;
}

/** The site for everything in the app. */
export const SiteContext = createContext<Site | undefined>(undefined);

/** What the app is put together from. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('Nothing of the app is shown outside of <App>');
  return site;
}
