import { readPath, type SitePage } from '@portfolio/contract/pages.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, pagesByPath } from '@portfolio/releases/live/live-set.ts';
import { formatRef } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { FindFrames } from './frames.ts';

export interface SiteSources {
  store: Store;
  live: LiveReleases;
}

/** A set of releases, with what all requests for its pages share. */
export interface Site {
  set: LiveSet;
  /** By path, including pages below the sections' own. */
  pages: ReadonlyMap<string, SitePage>;
  languages: readonly string[];
  /** Equal keys get equal documents. */
  key: string;
}

/**
 * Describes the live set, again only when what is live has changed; undefined without a shell.
 * @param frames renders the frames of a set before it is served
 */
export function followSite({ live }: Pick<SiteSources, 'live'>, frames: FindFrames) {
  let latest: Site | undefined;

  return async (): Promise<Site | undefined> => {
    const set = await live.current();
    if (!set) return undefined;
    if (latest?.set === set) return latest;
    await frames(set, true);
    latest = describeSite(set);
    return latest;
  };
}

export function describeSite(set: LiveSet): Site {
  const { shell, shellBefore, sections, inPlace = [], texts } = set;
  const releases = [shell, shellBefore, ...Object.values(sections).flat(), undefined, ...inPlace];
  const key = releases.map((ref) => ref && formatRef(ref)).join(' ');
  return { set, pages: pagesByPath(set), languages: [...texts.keys()], key };
}

/** No path of a page is longer, even encoded; reading 8 kB of slashes is slow. */
const longestPath = 600;

/** Finds the page at a path, even with capitals, encoded letters, or a slash at the end. */
export function findInAnySpelling(pages: Site['pages'], path: string): SitePage | undefined {
  if (path.length > longestPath) return undefined;
  return pages.get(path) ?? pages.get(readPath(path).toLowerCase());
}
