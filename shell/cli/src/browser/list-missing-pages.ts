import { layoutOf, pagesLayoutOf } from '@portfolio/api/document/prerendered.ts';
import type { SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type LiveSet, pagesByPath, withReleases } from '@portfolio/releases/live/live-set.ts';
import { layoutsOf } from '@portfolio/releases/store/prerendered-pages.ts';
import { fallbackDepth, listNames, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { InspectedPage, Stage } from './inspect-page.ts';

/** A page to be made: of one release under one shell. */
export interface PageToMake extends InspectedPage {
  shell: string;
  layout: string;
  /** Visitors get it when the release goes live; the others are for roll-backs. */
  isForVisitors: boolean;
  /** Pages below a section's own are many: they are made last, while there is time. */
  isBelow: boolean;
}

/** Lists the pages that are not in the store, those below a section's own last. */
export async function listMissingPages(
  { store, find }: Stage,
  live: LiveSet,
  release: ReleaseRef | undefined,
): Promise<PageToMake[]> {
  const pages: PageToMake[] = [];
  const next = release ? await withReleases({ find }, live, [release]) : live;
  const idsOf = new Map<string, string[]>();
  for (const name of new Set(['shell', ...listNames(store)])) {
    const { ids } = readLiveOf(store, name);
    // What visitors may get: the live release, which is the new one soon, and the one before.
    const soon = release?.name === name ? [release.id, ...ids] : ids;
    idsOf.set(name, [...new Set(soon)].slice(0, fallbackDepth));
  }
  for (const shell of idsOf.get('shell') ?? []) {
    for (const [name, ids] of idsOf) {
      for (const id of name === 'shell' ? [shell] : ids) {
        // Under a new shell all pages are new.
        const isNew = release?.name === 'shell' ? shell === release.id : id === release?.id;
        if (release && !isNew) continue;
        pages.push(...(await listPages({ store, find }, next, { shell, name, id })));
      }
    }
  }
  return pages.sort((a, b) => Number(a.isBelow) - Number(b.isBelow));
}

/** The missing pages of one release under one shell. */
async function listPages(
  { store, find }: Pick<Stage, 'store' | 'find'>,
  next: LiveSet,
  { shell, name, id }: { shell: string; name: string; id: string },
): Promise<PageToMake[]> {
  const refs = [
    { name: 'shell', id: shell },
    { name, id },
  ];
  // In the place of one that is broken the set would have the live one.
  const found = await Promise.all(refs.map(find));
  if (found.includes(undefined)) return [];
  // Without fallbacks, which would hide a release that fails.
  const set = await withReleases({ find }, next, refs, ['shell', name]);
  const nextId = name === 'shell' ? next.shell.id : next.sections[name]?.[0]?.id;
  const isForVisitors = shell === next.shell.id && id === nextId;
  const ofSection = [...pagesByPath(set).values()].filter(({ section }) => section === name);
  const entries: readonly (SitePage | undefined)[] = name === 'shell' ? [undefined] : ofSection;
  // Pages below a section's own are many: they are made for what visitors have.
  const wanted = isForVisitors ? entries : entries.slice(0, 1);
  const known = layoutsOf(store, { name, id });
  return wanted
    .map((entry) => {
      const ofSet = layoutOf(set);
      const layout = entry ? pagesLayoutOf(ofSet, { name, page: ofSection[0] }, entry) : ofSet;
      // The section's own page has its title in the texts.
      const isBelow = entry?.title !== undefined;
      return { shell, release: { name, id }, set, layout, entry, isForVisitors, isBelow };
    })
    .filter(({ layout }) => !known.includes(layout));
}
