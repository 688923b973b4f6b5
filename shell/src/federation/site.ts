import {
  type PageBelow,
  pageAt,
  pagesFile,
  readPath,
  type SitePage,
} from '@portfolio/contract/pages.ts';
import { hasUnsentText, reloadTexts, TextReleases } from '@portfolio/kit';
import type { ComponentType } from 'react';
import { openPage } from './container.ts';

/** A release of a section as the document names it. */
export interface SectionRelease {
  id: string;
  /** The address of the one file with the page. */
  entry: string;
  /** The folder with its resources, with a slash at the end. */
  base: string;
  /** It lists pages below its own in a file beside the script. */
  hasPages?: true;
}

/** The set of releases this document was made from; the page keeps it for its life. */
interface LiveReleases {
  /** What is live in it, such as `contact@…,home@…,shell@…`. */
  key: string;
  /** The folder of the shell's release, with a slash at the end. */
  shell: string;
  /** What the call for the texts has to ask for, where it is not what is live. */
  textsQuery: string;
  /** The release that is previewed, such as `home@0123456789ab`. */
  preview?: string;
  /** The live shell, such as `shell@…`, when it failed this visitor and this is the one before. */
  lostShell?: string;
  /** The pages of the site, in the order of the navigation. */
  pages: readonly SitePage[];
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly SectionRelease[]>;
}

/** A section with the release that could be opened. */
interface LoadedSection {
  Page: ComponentType;
  release: SectionRelease;
  pages: readonly PageBelow[];
}

/**
 * React reads `status` and `value` of a promise: a loaded section renders without suspending, and so
 * without React's throttle for what follows a fallback.
 */
type Loading = Promise<LoadedSection | undefined> & {
  status?: 'fulfilled';
  value?: LoadedSection | undefined;
};

/** A release could not be used; the cause says what the browser or the runtime said, or what it threw. */
export class ReleaseFailedError extends Error {
  override name = 'ReleaseFailedError';
}

/** A release that takes longer is late: the one before it is tried as well, where there is one. */
const deadlineMs = 3000;

/** The site as this page has it: its releases, and its sections, each loaded once. */
class Site {
  readonly releases: LiveReleases = JSON.parse(
    document.getElementById('live-releases')?.textContent ?? '{}',
  );
  readonly texts = new TextReleases(this.releases.key, this.releases.textsQuery);

  readonly #sections = new Map<string, Loading>();
  /** Why releases failed here, by their names such as `home@0123456789ab`. */
  readonly #failures = new Map<string, unknown>();
  /** Sections of which every release there is takes long. */
  readonly #late = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** The entry of the navigation that a path is at, or below where its section has pages there. */
  entryAt(path: string): SitePage | undefined {
    const { pages, sections } = this.releases;
    const isAbove = (page: SitePage) =>
      sections[page.section]?.[0]?.hasPages && readPath(path).startsWith(`${page.path}/`);
    return pageAt(pages, path) ?? pages.find(isAbove);
  }

  /** The page at a path; which ones a section has below its own is known once it is loaded. */
  pageAt(path: string): SitePage | undefined {
    const entry = this.entryAt(path);
    const own = entry && pageAt([entry], path);
    if (own || !entry) return own;
    const below = pageAt(this.#sections.get(entry.section)?.value?.pages ?? [], path);
    return below && { ...entry, ...below };
  }

  /**
   * Loads a section's live release, or else the one before, without a reload; the texts follow.
   * @returns nothing when none of them can be used; it never rejects
   */
  load(section: string): Promise<LoadedSection | undefined> {
    const known = this.#sections.get(section);
    if (known) return known;
    const loading: Loading = this.#open(section);
    loading.then((value) => {
      Object.assign(loading, { status: 'fulfilled', value });
      this.#late.delete(section);
      delete document.documentElement.dataset.late;
      this.#tell();
    });
    this.#sections.set(section, loading);
    return loading;
  }

  /** Whether a section is on its way for so long that the page begins without it. */
  isLate(section: string | undefined): boolean {
    return section !== undefined && this.#late.has(section);
  }

  /** Resolves once a section is loaded, cannot be loaded, or is late. */
  async settle(section: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = this.subscribe(() => this.isLate(section) && resolve());
    await Promise.race([this.load(section), promise]);
    leave();
  }

  /** The release of a section that is shown or, where all are late, the one that is waited for most. */
  releaseOf(section: string): SectionRelease | undefined {
    if (this.isLate(section)) return this.releases.sections[section]?.[0];
    return this.#sections.get(section)?.value?.release;
  }

  /** Whether it renders without suspending. */
  isLoaded(section: string): boolean {
    return this.#sections.get(section)?.status === 'fulfilled';
  }

  /** A release loaded, but threw while rendering: the next look at the section gets the one before. */
  passOver(section: string, id: string, error: unknown): void {
    this.#failures.set(`${section}@${id}`, error);
    this.#sections.delete(section);
    this.#tell();
  }

  /**
   * Loads the page again, since browsers remember a script that failed and React a lost lazy part. Where
   * that would lose text, what failed is only forgotten.
   */
  tryAgain(section: string): void {
    if (!hasUnsentText()) {
      // What was typed before there was an app goes along, as to another shell.
      document.documentElement.dataset.fails = '';
      location.reload();
      return;
    }
    this.askAgain(section);
  }

  /** What could not be had is forgotten, and the next look at the section asks for it again. */
  askAgain(section: string): void {
    const { status, value } = this.#sections.get(section) ?? {};
    if (!status || value) return;
    for (const ref of this.#failed(section)) this.#failures.delete(ref);
    this.#sections.delete(section);
    this.#tell();
  }

  /** Why a release such as `home@0123456789ab` failed here, if it did. */
  failureOf(ref: string): unknown {
    return this.#failures.get(ref);
  }

  /** Tells of every section that is loaded, passed over or tried again. @returns what ends that */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #failed(section: string): string[] {
    return [...this.#failures.keys()].filter((ref) => ref.startsWith(`${section}@`));
  }

  async #open(section: string): Promise<LoadedSection | undefined> {
    const candidates = this.releases.sections[section] ?? [];
    const usable = candidates.filter(({ id }) => !this.#failures.has(`${section}@${id}`));
    const opened = await this.#openFirst(section, usable).catch(() => undefined);
    // Without any the next try begins with the live release again, and with its texts.
    const release = opened?.release ?? candidates[0];
    const isOther = release !== candidates[0] || this.#failed(section).length > 0;
    if (isOther) await this.#matchTexts(section, release?.id);
    return opened;
  }

  /**
   * Opens a release, or the next one when that has failed. One that is late has not: the next is tried beside
   * it, and the first that comes is shown.
   */
  async #openFirst(
    section: string,
    [release, ...others]: readonly SectionRelease[],
  ): Promise<LoadedSection> {
    if (!release) throw new Error('There is no other release');
    const opening = this.#openRelease(section, release);
    const settled = opening.then(
      () => 'opened',
      () => 'failed',
    );
    const deadline = new Promise((resolve) => setTimeout(resolve, deadlineMs, 'late'));
    const outcome = await Promise.race([settled, deadline]);
    if (outcome === 'opened') return opening;
    if (outcome === 'late') {
      // The document has not to look for another shell.
      document.documentElement.dataset.late = '';
      if (others.length === 0) this.#late.add(section);
      this.#tell();
    }
    return Promise.any([opening, this.#openFirst(section, others)]);
  }

  /** @throws when it cannot be used */
  async #openRelease(section: string, release: SectionRelease): Promise<LoadedSection> {
    try {
      const [Page, pages] = await Promise.all([openPage(release.entry), readPages(release)]);
      if (!Page) throw new Error('It exposes no page');
      return { Page, release, pages };
    } catch (cause) {
      const ref = `${section}@${release.id}`;
      console.warn(new ReleaseFailedError(`Release ${ref} failed`, { cause }));
      this.#failures.set(ref, cause);
      throw cause;
    }
  }

  /** Fetches the texts of the release that is shown; the same call reports the failure. */
  async #matchTexts(section: string, id: string | undefined): Promise<void> {
    const failed = this.#failed(section);
    this.texts.replace(section, id, failed, this.#failures.get(failed.at(-1) ?? ''));
    // Texts of the other release are better than no section.
    await reloadTexts().catch((error) => console.warn('The texts stay as they were', error));
  }
}

export const site = new Site();

async function readPages({ base, hasPages }: SectionRelease): Promise<readonly PageBelow[]> {
  const pages: PageBelow[] = hasPages ? await (await fetch(base + pagesFile)).json() : [];
  // The frame reads them as well, and another person may have written them.
  if (!pages.every(({ path, title, description }) => path && title && description))
    throw new Error(`${pagesFile} lists what is no page`);
  return pages;
}

/** Loads a section as soon as a visitor points at a link to it or focuses it: before the click. */
export function prefetchSections(): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const page = link?.origin === location.origin && site.entryAt(link.pathname);
    if (page) void site.load(page.section);
  };
  for (const sign of ['pointerover', 'focusin'])
    document.addEventListener(sign, prefetch, { passive: true });
}

/** The release that a line of a stack is of. */
const inStack = /\/releases\/([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//g;

/** Tells the owner what sections throw outside of rendering. Of a release only the first is kept. */
export function followThrown(): void {
  const { releases, texts } = site;
  const told = new Set<string>();
  const tell = (error: unknown) => {
    if (!(error instanceof Error)) return;
    for (const [, name = '', id = ''] of `${error.stack}`.matchAll(inStack)) {
      // The kit may have thrown it, for a section.
      if (!releases.sections[name]?.some((release) => release.id === id)) continue;
      const ref = `${name}@${id}`;
      if (told.has(ref)) return;
      told.add(ref);
      // The answer does not matter.
      return void texts.tellThrown(ref, error).catch(() => {});
    }
  };
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
