import type { RequestListener } from 'node:http';
import { noPages, type PageOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import { createSite } from '@portfolio/api/site.ts';
import type { SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import {
  assembleSet,
  type LiveSet,
  pagesOfSection,
  withReleases,
} from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';

/** A site where this very set is live. */
export function siteOf(
  store: Store,
  find: LiveReleases['find'],
  set: LiveSet,
  pageOf: PageOf = noPages,
): RequestListener {
  const current = async () => set;
  const live = { fresh: current, cached: current, find };
  // Grants what the release asks for; in this browser it is unreachable anyway.
  const grantedTo = async ({ origins }: LiveRelease) => origins;
  return createSite({ store, log: createLog('silent'), live, pageOf, grantedTo });
}

/** The origins that its pages ask in vain, since the browser has no network: they have to do without. */
export function outOfReach({ sections }: LiveSet): string[] {
  const live = Object.values(sections).flatMap((releases) => releases.slice(0, 1));
  return live.flatMap(({ origins = {} }) => Object.values(origins).flatMap((list) => list ?? []));
}

/** A path that no section has: the page for it is the shell's own, and no section runs on it. */
export const unknownPath = '/404';

/**
 * The live set with these releases and without fallbacks for them: one that fails must not be hidden by
 * the one before. The very first release is a shell, with an empty set.
 */
export async function setWith(
  find: LiveReleases['find'],
  live: LiveSet | undefined,
  refs: readonly ReleaseRef[],
): Promise<LiveSet | undefined> {
  if (live) {
    const only = refs.map(({ name }) => name);
    return withReleases({ find }, live, refs, only);
  }
  const ref = refs.find(({ name }) => name === 'shell');
  const shell = ref && (await find(ref));
  return shell && assembleSet([{ name: 'shell', releases: [shell], faults: [], watched: [] }]);
}

/** Where a section is to be seen: at its own page first, then at those below. */
export function pagesOfName(set: LiveSet, name: string): SitePage[] {
  const own = set.pages.find(({ section }) => section === name);
  return own ? pagesOfSection(set, own) : [];
}
