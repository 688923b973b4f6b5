import { type PageBelow, pagesFile } from '@portfolio/contract/pages.ts';
import { reloadTexts, type TextReleases } from '@portfolio/kit';
import type { ComponentType } from 'react';
import { ReleaseFailedError } from './failures.ts';
import type { LiveReleases, SectionRelease } from './live-releases.ts';
import { openRelease, within } from './open-release.ts';

/** What became of a section; loading never rejects. */
export type LoadedSection =
  | { state: 'loaded'; Page: ComponentType; release: SectionRelease; pages: readonly PageBelow[] }
  | { state: 'failed' };

/** The releases of a page and of its texts. */
export interface PageSet {
  releases: LiveReleases;
  texts: TextReleases;
}

/** A release that hangs for longer counts as lost. */
const deadlineMs = 3000;

/**
 * Opens a section's live release, or else the one before, without a reload; the texts follow.
 * @param failed the ids that were tried already, and why they failed; those that fail here are added
 */
export async function loadSection(
  section: string,
  failed: Map<string, unknown>,
  { releases, texts }: PageSet,
): Promise<LoadedSection> {
  const candidates = releases.sections[section] ?? [];
  for (const release of candidates.filter(({ id }) => !failed.has(id))) {
    try {
      const opening = Promise.all([openRelease(section, release), readPages(release)]);
      const [Page, pages] = await within(deadlineMs, opening);
      if (!Page) throw new Error('It exposes no page');
      if (failed.size > 0) await matchTexts(texts, section, release.id, failed);
      return { state: 'loaded', Page, release, pages };
    } catch (cause) {
      console.warn(new ReleaseFailedError(`Release ${section}@${release.id} failed`, { cause }));
      failed.set(release.id, cause);
    }
  }
  // The next try begins with the live release again, and with its texts.
  await matchTexts(texts, section, candidates[0]?.id, failed);
  return { state: 'failed' };
}

async function readPages({ base, hasPages }: SectionRelease): Promise<readonly PageBelow[]> {
  const pages: PageBelow[] = hasPages ? await (await fetch(base + pagesFile)).json() : [];
  // The frame reads them as well, and another person may have written them.
  if (!pages.every(({ path, title, description }) => path && title && description))
    throw new Error(`${pagesFile} lists what is no page`);
  return pages;
}

/** Fetches the texts of the release that is shown; the same call reports the failure. */
async function matchTexts(
  texts: TextReleases,
  section: string,
  id: string | undefined,
  failed: ReadonlyMap<string, unknown>,
) {
  texts.replace(
    section,
    id,
    [...failed.keys()].map((lost) => `${section}@${lost}`),
    [...failed.values()].at(-1),
  );
  // Texts of the other release are better than no section.
  await reloadTexts().catch((error) => console.warn('The texts stay as they were', error));
}
