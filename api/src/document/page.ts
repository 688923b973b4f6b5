import { pageName, pageTitle, type SitePage, wordsIn } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type Lookup, lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { FormLocals } from '../contact/answer/plain-form.ts';
import type { TextsByLanguage } from '../locales/texts-cache.ts';
import type { DocumentPage } from './prerendered.ts';
import type { Owner } from './shell-parts.ts';

/** What a request asks for. */
export interface Visit {
  /** The releases the page is made from. */
  set: LiveSet;
  texts: TextsByLanguage;
  owner: Owner | undefined;
  /** Where the site is reached, such as `https://www.example.com`. */
  origin: string;
  /** The entry of the site's pages; none for an unknown path. */
  entry: SitePage | undefined;
  /** The section that the document is for alone; none for one that sections share. */
  apart: string | undefined;
  language: string;
  /** The address asks for this very language. */
  isLanguageAsked: boolean;
  /** The release that is previewed, such as `home@0123456789ab`. */
  preview: string | undefined;
  /** The live shell, when it failed this visitor: the page has the one before. */
  lostShell: ReleaseRef | undefined;
  /** What can be read before any script runs, where it was prerendered. */
  prerendered: DocumentPage | undefined;
  /** What became of a message, when the page answers a form that was sent without script. */
  form: FormLocals | undefined;
}

/** A page as one visitor gets it: all that its document is made of. */
export interface Page extends Visit {
  /** The section behind the route; none on the 404 page. */
  section: string | undefined;
  /** Looks a text up in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
  /** Whether search engines may list it: neither unknown paths, nor previews, nor what one visitor gets. */
  isFindable: boolean;
}

/** Finds the words of a page in the visitor's language. */
export function describePage(visit: Visit): Page {
  const { texts, owner, language, entry, preview, lostShell } = visit;
  const tree = texts.get(language)?.tree;
  const text: Lookup = (path) => lookUp(tree, path);
  return {
    ...visit,
    section: entry?.section,
    text,
    title: pageTitle(pageName(entry, text, language), owner?.name ?? text('site.title')),
    description: entry?.description
      ? wordsIn(entry.description, language)
      : text(entry ? `${entry.section}.document.description` : 'site.description'),
    isFindable: entry !== undefined && preview === undefined && lostShell === undefined,
  };
}
