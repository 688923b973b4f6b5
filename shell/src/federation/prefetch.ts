import { pageAt } from '@portfolio/contract/pages.ts';
import type { Site } from '../site.ts';

/**
 * Loads a section as soon as a visitor points at a link to it or focuses it: some 200 ms before the
 * click, which is what its one file takes. One listener serves every link of every section.
 */
export function prefetchSections(site: Site): void {
  for (const sign of ['pointerover', 'focusin'] as const)
    document.addEventListener(sign, ({ target }) => prefetch(site, target), { passive: true });
}

function prefetch({ releases, sections }: Site, target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== location.origin) return;
  const page = pageAt(releases.pages, link.pathname);
  if (page) void sections.load(page.section);
}
