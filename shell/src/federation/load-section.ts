import { reloadTexts, type TextReleases } from '@portfolio/kit';
import type { ComponentType } from 'react';
import type { LiveReleases, SectionRelease } from './live-releases.ts';
import { openRelease, within } from './open-release.ts';

/** What became of a section; loading never rejects. */
export type LoadedSection =
  | { state: 'loaded'; Page: ComponentType; release: SectionRelease }
  | { state: 'failed' };

/** What a page was made from, and what its texts have to be of. */
export interface PageSet {
  releases: LiveReleases;
  texts: TextReleases;
}

/** A release that hangs for longer counts as lost. */
const deadlineMs = 3000;

/** A release could not be used; the cause says what the browser or the runtime said. */
class ReleaseFailedError extends Error {
  override name = 'ReleaseFailedError';
}

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
      const Page = await within(deadlineMs, openRelease(section, release));
      if (!Page) throw new Error('It exposes no page');
      if (failed.size > 0) await matchTexts(texts, section, release.id, failed);
      return { state: 'loaded', Page, release };
    } catch (cause) {
      console.warn(new ReleaseFailedError(`Release ${section}@${release.id} failed`, { cause }));
      failed.set(release.id, cause);
    }
  }
  // A next try begins with the live release again, and so with its texts.
  await matchTexts(texts, section, candidates[0]?.id, failed);
  return { state: 'failed' };
}

/** The words of the release that is shown, and in the same call the word to the owner. */
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
  );
  // Words of the other release are better than no section.
  await reloadTexts().catch((error) => console.warn('The texts stay as they were', error));
}
