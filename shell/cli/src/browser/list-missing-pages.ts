import { layoutOf, pagesLayoutOf } from '@portfolio/api/document/prerendered.ts';
import type { SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import {
  type LiveSet,
  pagesByPath,
  releasesOf,
  withReleases,
} from '@portfolio/releases/live/live-set.ts';
import { layoutsOf } from '@portfolio/releases/store/prerendered-pages.ts';
import { fallbackDepth, listNames, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { InspectedPage, Stage } from './inspect-page.ts';

/** A page of a release under a release of the shell, which makes the frame around it. */
export interface PageToMake extends InspectedPage {
  /** The shell's id. */
  shell: string;
  /** The key of the page in the store: the shell's id and a hash of its navigation. */
  layout: string;
  /** Whether visitors get the page once the deployed release is live; other pages are for roll-backs. */
  isForVisitors: boolean;
  /** Whether the page is below the main page of its section, such as a post of a blog. */
  isSubpage: boolean;
}

/** A release with its shell; the pair of a shell has itself. */
interface Pair {
  shell: string;
  release: ReleaseRef;
}

/**
 * Lists the pages that the store lacks, main pages first, as subpages can be many.
 * @param deployed the release that will go live; lists only pages that it changes
 */
export async function listMissingPages(
  stage: Pick<Stage, 'store' | 'find'>,
  live: LiveSet,
  deployed: ReleaseRef | undefined,
): Promise<PageToMake[]> {
  const next = deployed ? await withReleases(stage, live, [deployed]) : live;
  const pages: PageToMake[] = [];
  for (const pair of listPairs(stage, deployed))
    pages.push(...(await listPagesOf(stage, next, pair)));
  return pages.sort((a, b) => Number(a.isSubpage) - Number(b.isSubpage));
}

/**
 * Pairs the live release of each section and the one before with both shells, so that pages exist after any
 * roll-back. The deployed release counts as live.
 */
function listPairs({ store }: Pick<Stage, 'store'>, deployed: ReleaseRef | undefined): Pair[] {
  const refsOf = (name: string): ReleaseRef[] => {
    const { ids } = readLiveOf(store, name);
    const all = deployed?.name === name ? [deployed.id, ...ids] : ids;
    return [...new Set(all)].slice(0, fallbackDepth).map((id) => ({ name, id }));
  };
  const sections = listNames(store).filter((name) => name !== 'shell');
  const ofSections = sections.flatMap(refsOf);
  const pairs = refsOf('shell').flatMap((shell) =>
    [shell, ...ofSections].map((release) => ({ shell: shell.id, release })),
  );
  if (!deployed) return pairs;
  return pairs.filter(({ shell, release }) => [shell, release.id].includes(deployed.id));
}

async function listPagesOf(
  { store, find }: Pick<Stage, 'store' | 'find'>,
  next: LiveSet,
  { shell, release }: Pair,
): Promise<PageToMake[]> {
  const { name, id } = release;
  const refs = [{ name: 'shell', id: shell }, release];
  const [foundShell, found] = await Promise.all(refs.map(find));
  // The set would replace a broken release by the live one.
  if (!foundShell || !found) return [];
  // Fallbacks would hide a release that fails.
  const set = await withReleases({ find }, next, refs, ['shell', name]);
  const isForVisitors = refs.every((ref) => releasesOf(next).some((each) => each.id === ref.id));
  const ofSection = [...pagesByPath(set).values()].filter(({ section }) => section === name);
  const entries: (SitePage | undefined)[] = name === 'shell' ? [undefined] : ofSection;
  // For a roll-back the main page is enough.
  const wanted = isForVisitors ? entries : entries.slice(0, 1);
  const known = layoutsOf(store, { name, id });
  return wanted
    .map((entry) => ({
      shell,
      release,
      set,
      layout: pagesLayoutOf(layoutOf(set), found, entry),
      entry,
      isForVisitors,
      // Main pages have their title in the texts.
      isSubpage: entry?.title !== undefined,
    }))
    .filter(({ layout }) => !known.includes(layout));
}
