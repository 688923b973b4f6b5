import { pageAt, type SitePage } from '@portfolio/contract/pages.ts';

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
export interface LiveReleases {
  /** What is live in it, such as `contact@…,home@…,shell@…`. */
  key: string;
  /** When each of those was made, by its name; an older server does not say. */
  createdAt?: Record<string, string>;
  /** The folder of the shell's release, with a slash at the end. */
  shell: string;
  /** What the call for the texts has to ask for, where it is not what is live. */
  textsQuery: string;
  /** The release that is previewed, such as `home@0123456789ab`. */
  preview?: string;
  /** The live shell, such as `shell@…`, when it failed this visitor and this is the one before. */
  lostShell?: string;
  /** The pages of the site, in the order of the navigation. */
  pages: readonly SitePage[];
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly SectionRelease[]>;
}

/** The entry of the navigation that a path is at, or below where its section has pages there. */
export function entryAt({ pages, sections }: LiveReleases, path: string): SitePage | undefined {
  const isAbove = (page: SitePage) =>
    sections[page.section]?.[0]?.hasPages && path.startsWith(`${page.path}/`);
  return pageAt(pages, path) ?? pages.find(isAbove);
}

/** The releases the server wrote into this document. */
export function readLiveReleases(): LiveReleases {
  return JSON.parse(document.getElementById('live-releases')?.textContent ?? '{}');
}
