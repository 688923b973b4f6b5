import type { PageBelow, SitePage } from './pages.ts';
import type { TextTree } from './texts.ts';

/** Rendered markup with its styles. */
export interface Markup {
  /** Contains React's comments for hydration. */
  html: string;
  /** Contains the markers of styled-components, in the version that wrote it. */
  css: string;
  stylesVersion: string;
  /** The rules of style sheets that scripts make, such as imported CSS. */
  sheets?: string | undefined;
}

/** A page of a release in a language, as a file of the release has it. */
export interface Fragment extends Markup {
  /** The hash of all that the markup depends on beside its section. */
  madeWith: string;
  /** The hash of what it was rendered from, so that an unchanged page is rendered and examined once. */
  rendered: string;
}

/** A release of a section, as a document names it. */
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

/** The site around a page. */
export interface Surroundings {
  language: string;
  languages: readonly string[];
  texts: TextTree;
  /** What the shell reads in a document. */
  releaseMap: ReleaseMap;
}

/** A page of a section or, without one, the shell's for unknown paths. */
export interface PageToRender<Component = unknown> {
  path: string;
  /** The address of the release, with a slash at its end. */
  base: string;
  section?: { Page: Component; page: SitePage; pages: readonly PageBelow[] };
}

/** The file of a shell's release that renders frames and pages in Node, as a CommonJS module. */
export const serverFile = 'server.js';

/** What that module exports. */
export interface ShellServer<Component = unknown> {
  madeWith: string;
  /** What sections import, by its name. */
  shared: Record<string, unknown>;
  /** Renders what is around the page at a path; the page is put into `slotMark`. */
  renderFrame(around: Surroundings, path: string): Promise<Markup>;
  /** @throws what the page throws */
  renderPage(around: Surroundings, page: PageToRender<Component>): Promise<Markup>;
  /** Hydrates markup in a browser. @returns the differences */
  hydratePage(
    around: Surroundings,
    page: PageToRender<Component>,
    element: object,
  ): Promise<string[]>;
}

/** The place of the page in the markup of a frame. */
export const slotMark = '<div id="slot"></div>';

/** The global in which a section's page finds the modules that it shares. */
export const sharedGlobal = 'portfolioShared';

/** Stands in a fragment for the address of its release, whose id is a hash of the fragment, too. */
export const ownBase = '/releases/this/000000000000/';

/** The path of the shell's page for unknown paths; no section can have it. */
export const unknownPath = '/not_found';
