import { pageAt, readPath, type SitePage } from '@portfolio/contract/pages.ts';

export interface SectionRelease {
  id: string;
  /** The address of the script that contains the page. */
  entry: string;
  /** The folder of its resources, with a slash at the end. */
  base: string;
  /** A file beside the script lists pages below the section's own. */
  hasPages?: true;
}

/** The set of releases that this document was made from; the page keeps it until its next load. */
export interface ReleaseMap {
  /** The live releases, such as `contact@…,home@…,shell@…`. */
  key: string;
  /** The folder of the shell's release, with a slash at the end. */
  shell: string;
  /** The releases that are previewed, such as `home@0123456789ab,blog@0123456789ab`. */
  preview?: string;
  /** The live shell, such as `shell@…`, when it failed for this visitor, who has the one before. */
  lostShell?: string;
  pages: readonly SitePage[];
  /** By section: the live release, then the one to fall back to. */
  sections: Record<string, readonly SectionRelease[]>;
}

/** The map of the document; a server sets it. */
export let releaseMap: ReleaseMap = JSON.parse(
  globalThis.document?.getElementById('live-releases')?.textContent ?? '{}',
);

export function setReleaseMap(map: ReleaseMap): void {
  releaseMap = map;
}

/** The navigation entry of a path, which may be a page below the entry's own. */
export function navigationEntryAt(path: string): SitePage | undefined {
  const { pages, sections } = releaseMap;
  const isAbove = (page: SitePage) =>
    sections[page.section]?.[0]?.hasPages && readPath(path).startsWith(`${page.path}/`);
  return pageAt(pages, path) ?? pages.find(isAbove);
}

export function shellRelease(): string | undefined {
  return releaseMap.key.split(',').find((release) => release.startsWith('shell@'));
}
