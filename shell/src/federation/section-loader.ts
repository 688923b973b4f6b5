import {
  type PageBelow,
  pageAt,
  pagesFile,
  readPath,
  type SitePage,
} from '@portfolio/contract/pages.ts';
import type { SectionRelease } from '@portfolio/contract/rendering.ts';
import { hintSeconds, type Swapped, showHint, siteFacts } from '@portfolio/kit';
import { reloadTexts, replaceRelease } from '@portfolio/kit/shell';
import type { ComponentType } from 'react';
import { openRemote } from './container.ts';

export interface LoadedSection {
  Page: ComponentType;
  release: SectionRelease;
  pages: readonly PageBelow[];
  /** Set for a release that the visitor has chosen instead of another. */
  swapped?: Swapped;
}

/** A section, or null when no release of it works. */
type Outcome = LoadedSection | null;

/** A release that takes longer is late, and the one before it is loaded as well. */
const lateAfterMs = 3000;

/** Loads each section once: its live release, or else the one before, without a reload of the page. */
export class SectionLoader {
  readonly #sections = new Map<string, { promise: Promise<Outcome>; value?: Outcome }>();
  /** Causes of failures in this page, by release, such as `home@0123456789ab`. */
  readonly failures = new Map<string, unknown>();
  #failedPreview: number | undefined;

  /** Never rejects. */
  load(section: string): Promise<Outcome> {
    const known = this.#sections.get(section);
    if (known) return known.promise;
    const loading = { promise: this.#openWithTexts(section) };
    loading.promise.then((value) => Object.assign(loading, { value }));
    this.#sections.set(section, loading);
    return loading.promise;
  }

  /** What `load` resolves to; undefined until then. */
  loaded(section: string): Outcome | undefined {
    return this.#sections.get(section)?.value;
  }

  /** The page at a path. Pages below a section are known once the section is loaded. */
  pageAt(path: string): SitePage | undefined {
    const entry = navigationEntryAt(path);
    if (!entry) return undefined;
    const { pages = [] } = this.loaded(entry.section) ?? {};
    const page = pageAt([entry, ...pages], path);
    return page && { ...entry, ...page };
  }

  /** Replaces the release of a section by an opened one. */
  put(section: string, value: LoadedSection): void {
    this.#sections.set(section, { promise: Promise.resolve(value), value });
  }

  /** Marks a release such as `home@0123456789ab` that threw while rendering: the next `load` opens the one before. */
  markFailed(section: string, release: string, error: unknown): void {
    this.#noteFailure(release, error);
    this.#sections.delete(section);
  }

  /** The next `load` of a failed section begins with its live release again. @returns whether it had failed */
  forgetFailure(section: string): boolean {
    if (this.loaded(section) !== null) return false;
    for (const { id } of siteFacts().sections[section] ?? [])
      this.failures.delete(`${section}@${id}`);
    return this.#sections.delete(section);
  }

  #noteFailure(release: string, cause: unknown): void {
    console.warn(`Release ${release} failed`, cause);
    this.failures.set(release, cause);
    globalThis.visitor?.report(release, true, cause);
    // The development server shows uncaught errors over the page.
    if (process.env.NODE_ENV === 'development') reportError(cause);
    // A preview has no fallback, so its team sees which release failed last, and why.
    if (!siteFacts().preview?.includes(release)) return;
    const followUp = `${release}: ${String(cause).split('\n')[0]}`;
    const hint = { kind: 'error', path: 'notices.previewFailed', followUp } as const;
    this.#failedPreview = showHint({ ...hint, seconds: hintSeconds.lasting }, this.#failedPreview);
  }

  async #openWithTexts(section: string): Promise<Outcome> {
    const releases = siteFacts().sections[section] ?? [];
    const usable = releases.filter(({ id }) => !this.failures.has(`${section}@${id}`));
    const opened = await this.#openFirst(section, usable).catch(() => null);
    // Without a usable release, the next attempt begins with the live one and its texts.
    const release = opened?.release ?? releases[0];
    // A section with texts of another release is better than none.
    if (release && replaceRelease(section, release.id))
      await reloadTexts().catch((error) => console.warn('The texts stay as they were', error));
    return opened;
  }

  /**
   * Opens a release, or the next one when it fails. When it is late, the next one is opened as well; the
   * first to open is used.
   */
  async #openFirst(
    section: string,
    [release, ...others]: readonly SectionRelease[],
  ): Promise<LoadedSection> {
    if (!release) throw new Error('There is no other release');
    const opening = this.openRelease(section, release);
    const deadline = new Promise<undefined>((resolve) => setTimeout(resolve, lateAfterMs));
    const opened = await Promise.race([opening, deadline]).catch(() => undefined);
    return opened ?? Promise.any([opening, this.#openFirst(section, others)]);
  }

  /** @throws when the release cannot be used */
  async openRelease(section: string, release: SectionRelease): Promise<LoadedSection> {
    try {
      const [Page, pages] = await Promise.all([openRemote(release.entry), fetchPages(release)]);
      if (!Page) throw new Error('The release exposes no page');
      return { Page, release, pages };
    } catch (cause) {
      this.#noteFailure(`${section}@${release.id}`, cause);
      throw cause;
    }
  }
}

export const sectionLoader = new SectionLoader();

/** The navigation entry of a path, which may be a page below the entry's own. */
export function navigationEntryAt(path: string): SitePage | undefined {
  const { pages, sections } = siteFacts();
  const isAbove = (page: SitePage) =>
    sections[page.section]?.[0]?.hasPages && readPath(path).startsWith(`${page.path}/`);
  return pageAt(pages, path) ?? pages.find(isAbove);
}

/** Loads sections whose links are pointed at or focused. */
export function prefetchSections(): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const entry = link?.origin === location.origin && navigationEntryAt(link.pathname);
    if (entry) void sectionLoader.load(entry.section);
  };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, prefetch);
}

async function fetchPages({ base, hasPages }: SectionRelease): Promise<readonly PageBelow[]> {
  const pages: PageBelow[] = hasPages ? await (await fetch(base + pagesFile)).json() : [];
  // The shell reads these pages too, and another team may have written them.
  if (!pages.every(({ path, title, description }) => path && title && description))
    throw new Error(`${pagesFile} lists an incomplete page`);
  return pages;
}
