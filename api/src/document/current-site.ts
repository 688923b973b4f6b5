import { readPath, type SitePage } from '@portfolio/contract/pages.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, pagesByPath } from '@portfolio/releases/live/live-set.ts';
import {
  commonOrigins,
  listOrigins,
  type Origins,
  readOrigins,
} from '@portfolio/releases/release/origins.ts';
import { formatRef } from '@portfolio/releases/release/release.ts';
import type { Allowances } from '@portfolio/releases/store/grants.ts';
import type { Store } from '@portfolio/releases/store/store.ts';

export interface SiteSources {
  store: Store;
  live: LiveReleases;
  /**
   * Reads what the owner allows each section; returns the same object until that changes. `all` grants every
   * origin that a live release requests.
   */
  allowances: ((store: Store) => Allowances) | 'all';
}

/** A set of releases, with what all requests for its pages share. */
export interface Site {
  set: LiveSet;
  allowances: Allowances | 'all';
  /** By path, including pages below the sections' own. */
  pages: ReadonlyMap<string, SitePage>;
  languages: readonly string[];
  granted: Origins;
  /** Equal keys get equal documents. */
  key: string;
}

/** Describes the live set, again only when what is live or granted has changed; undefined without a shell. */
export function followSite({ store, live, allowances }: SiteSources) {
  let latest: Site | undefined;

  return async (): Promise<Site | undefined> => {
    const set = await live.current();
    if (!set) return undefined;
    const allowed = allowances === 'all' ? allowances : allowances(store);
    const isSame = latest?.set === set && latest.allowances === allowed;
    if (!latest || !isSame) latest = describeSite(set, allowed);
    return latest;
  };
}

export function describeSite(set: LiveSet, allowances: Allowances | 'all'): Site {
  const { shell, shellBefore, sections, inPlace = [], texts } = set;
  // A section may reach origins that its live release requests and the owner grants.
  const granted = readOrigins(
    Object.values(sections).flatMap(([live]) =>
      listOrigins(
        allowances === 'all'
          ? live?.origins
          : commonOrigins(live?.origins, allowances[live?.name ?? '']?.origins),
      ),
    ),
  );
  const releases = [shell, shellBefore, ...Object.values(sections).flat(), undefined, ...inPlace];
  const key = [...releases.map((ref) => ref && formatRef(ref)), ...listOrigins(granted)].join(' ');
  return { set, allowances, pages: pagesByPath(set), languages: [...texts.keys()], granted, key };
}

/** No path of a page is longer, even encoded; reading 8 kB of slashes is slow. */
const longestPath = 600;

/** Finds the page at a path, even with capitals, encoded letters, or a slash at the end. */
export function findInAnySpelling(pages: Site['pages'], path: string): SitePage | undefined {
  if (path.length > longestPath) return undefined;
  return pages.get(path) ?? pages.get(readPath(path).toLowerCase());
}
