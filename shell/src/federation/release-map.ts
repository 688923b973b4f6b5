import { pageAt, readPath, type SitePage } from '@portfolio/contract/pages.ts';

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
export interface ReleaseMap {
  /** What is live in it, such as `contact@…,home@…,shell@…`. */
  key: string;
  /** The folder of the shell's release, with a slash at the end. */
  shell: string;
  /** The query of the locale call, where its texts are not those that are live. */
  textsQuery: string;
  /** The releases that are previewed, such as `home@0123456789ab,blog@0123456789ab`. */
  preview?: string;
  /** The live shell, such as `shell@…`, when it failed this visitor and this is the one before. */
  lostShell?: string;
  /** The pages of the site, in the order of the navigation. */
  pages: readonly SitePage[];
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly SectionRelease[]>;
}

export const releaseMap: ReleaseMap = JSON.parse(
  document.getElementById('live-releases')?.textContent ?? '{}',
);

/** The entry of the navigation for a path: its own page's, or that of a section with pages below. */
export function navigationEntryAt(path: string): SitePage | undefined {
  const { pages, sections } = releaseMap;
  const isAbove = (page: SitePage) =>
    sections[page.section]?.[0]?.hasPages && readPath(path).startsWith(`${page.path}/`);
  return pageAt(pages, path) ?? pages.find(isAbove);
}

/** The release of the shell, such as `shell@0123456789ab`. */
export function shellRelease(): string | undefined {
  return releaseMap.key.split(',').find((release) => release.startsWith('shell@'));
}
