import { navigationEntryAt } from './navigation-entry.ts';
import { sectionLoader } from './section-loader.ts';

export function prefetchSections(): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const entry = link?.origin === location.origin && navigationEntryAt(link.pathname);
    if (entry) void sectionLoader.load(entry.section);
  };
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, prefetch, { passive: true });
}
