/** A release of a section as the document names it; both addresses end the visitor's search for it. */
export interface SectionRelease {
  id: string;
  /** The address of the one file with the page. */
  entry: string;
  /** The folder with its resources, with a slash at the end. */
  base: string;
}

/** By section: the live release first, then the ones to fall back to. */
export type LiveReleases = Record<string, readonly SectionRelease[]>;

let releases: LiveReleases | undefined;

/** The map of releases the server wrote into this document: a page keeps its set for its life. */
export function liveReleases(): LiveReleases {
  releases ??= JSON.parse(document.getElementById('live-releases')?.textContent ?? '{}');
  return releases as LiveReleases;
}

/** Where the shell's own resources are. */
export function shellBase(): string {
  return document.getElementById('live-releases')?.dataset.shell ?? '/';
}
