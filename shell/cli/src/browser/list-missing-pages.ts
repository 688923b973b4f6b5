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

/** A page of a release under a release of the shell: another shell has another frame around it. */
export interface PageToMake extends InspectedPage {
  /** The id of that shell. */
  shell: string;
  /** The shell and its navigation, by which the store keeps the page. */
  layout: string;
  /** Visitors get it as soon as the deployed release is live; the others are for roll-backs. */
  isForVisitors: boolean;
  /** Below the main page of its section, as a post of a blog is. */
  isSubpage: boolean;
}

/** A release, and the shell that it is seen in; of a shell it is that shell itself. */
interface Pair {
  shell: string;
  release: ReleaseRef;
}

/**
 * Lists the pages that the store lacks, the main page of each section first: subpages can be many.
 * @param deployed the release that is to go live; the pages that it changes are listed then, else all
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
 * The live release of each name and the one before it, those of sections under either shell: whichever is
 * rolled back, what is live then has its pages. The deployed release counts as the live one.
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

/** The pages of one pair that the store lacks. */
async function listPagesOf(
  { store, find }: Pick<Stage, 'store' | 'find'>,
  next: LiveSet,
  { shell, release }: Pair,
): Promise<PageToMake[]> {
  const { name, id } = release;
  const refs = [{ name: 'shell', id: shell }, release];
  const [foundShell, found] = await Promise.all(refs.map(find));
  // In the place of a broken one the set would have the live one.
  if (!foundShell || !found) return [];
  // Without fallbacks, which would hide a release that fails.
  const set = await withReleases({ find }, next, refs, ['shell', name]);
  const isForVisitors = refs.every((ref) => releasesOf(next).some((each) => each.id === ref.id));
  const ofSection = [...pagesByPath(set).values()].filter(({ section }) => section === name);
  const entries: (SitePage | undefined)[] = name === 'shell' ? [undefined] : ofSection;
  // For a roll-back the main page has to do.
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
      // The title of a main page is in the texts.
      isSubpage: entry?.title !== undefined,
    }))
    .filter(({ layout }) => !known.includes(layout));
}
