import { routeAt } from '../routes.ts';
import { sectionOf } from './section-cache.ts';

/**
 * Loads a section as soon as a visitor points at a link to it or focuses it: some 200 ms before the
 * click, which is what its one file takes. One listener serves every link of every section.
 */
export function prefetchSections(): void {
  for (const sign of ['pointerover', 'focusin'] as const)
    document.addEventListener(sign, ({ target }) => prefetch(target), { passive: true });
}

function prefetch(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== location.origin) return;
  const page = routeAt(link.pathname);
  if (page) void sectionOf(page.section);
}
