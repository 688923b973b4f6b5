import { pageAt, type SitePage } from '@portfolio/contract/pages.ts';
import { entryAt, type LiveReleases } from './live-releases.ts';
import { type LoadedSection, loadSection, type PageSet } from './load-section.ts';

/** React reads `status` and `value` of a promise: a loaded section renders without suspending. */
type Tracked = Promise<LoadedSection> & { status?: 'fulfilled'; value?: LoadedSection };

/** The sections of a page, each loaded once for the life of the page. */
export interface Sections {
  load(name: string): Promise<LoadedSection>;
  /** Whether it renders without suspending. */
  isLoaded(name: string): boolean;
  /** The page at a path; which ones a section has below its own is known once it is loaded. */
  pageAt(path: string): SitePage | undefined;
  /** A release loaded, but threw while rendering: the next look at the section gets the one before. */
  passOver(name: string, id: string, error: unknown): void;
  /** Forgets what failed, so that the next look at the section really tries again. */
  tryAgain(name: string): void;
  /** Why a release such as `home@0123456789ab` failed here, if it did. */
  failureOf(ref: string): unknown;
  /** Tells of every change of what failed. @returns what ends that */
  subscribe(listener: () => void): () => void;
}

/** The sections as this page has them. */
export function cacheSections(page: PageSet): Sections {
  const sections = new Map<string, Tracked>();
  const failed = new Map<string, Map<string, unknown>>();
  const thrown = new Set<string>();
  const listeners = new Set<() => void>();

  const tell = () => listeners.forEach((listener) => void listener());

  function failedReleases(name: string): Map<string, unknown> {
    const known = failed.get(name) ?? new Map();
    failed.set(name, known);
    return known;
  }

  return {
    load(name) {
      const known = sections.get(name);
      if (known) return known;
      const loading: Tracked = loadSection(name, failedReleases(name), page);
      // React throttles what follows a Suspense fallback, so a section that is there already must be
      // readable at once.
      loading.then((value) => {
        Object.assign(loading, { status: 'fulfilled', value });
        tell();
      });
      sections.set(name, loading);
      return loading;
    },
    isLoaded: (name) => sections.get(name)?.status === 'fulfilled',
    pageAt(path) {
      const entry = entryAt(page.releases, path);
      const own = entry && pageAt([entry], path);
      if (own || !entry) return own;
      const { value } = sections.get(entry.section) ?? {};
      const below = value?.state === 'loaded' ? pageAt(value.pages, path) : undefined;
      return below && { ...entry, ...below };
    },
    passOver(name, id, error) {
      failedReleases(name).set(id, error);
      thrown.add(name);
      sections.delete(name);
      tell();
    },
    tryAgain(name) {
      // Also one that is loaded: a lazy part that was lost stays lost to React.
      if (thrown.has(name)) return location.reload();
      failed.delete(name);
      sections.delete(name);
      tell();
    },
    failureOf(ref) {
      const [name = '', id = ''] = ref.split('@');
      return failed.get(name)?.get(id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Prefetched {
  releases: LiveReleases;
  sections: Sections;
}

/**
 * Loads a section as soon as a visitor points at a link to it or focuses it: its one file comes
 * before the click. One listener serves every link of every section.
 */
export function prefetchSections(site: Prefetched): void {
  for (const sign of ['pointerover', 'focusin'] as const)
    document.addEventListener(sign, ({ target }) => prefetch(site, target), { passive: true });
}

function prefetch({ releases, sections }: Prefetched, target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== location.origin) return;
  const page = entryAt(releases, link.pathname);
  if (page) void sections.load(page.section);
}
