import { pageName, pageTitle, wordsIn } from '@portfolio/contract/pages.ts';
import { type Lookup, lookUp } from '@portfolio/contract/texts.ts';
import type { FormLocals } from '../contact/contact-calls.ts';
import type { DocumentPage } from './document-page.ts';
import type { PageRequest } from './page-request.ts';
import type { KnownOwner } from './shell-parts.ts';

/** All that the document of a page is made of. */
export interface Page extends PageRequest {
  owner: KnownOwner | undefined;
  prerendered: DocumentPage | undefined;
  form: FormLocals | undefined;
  /** Finds a text in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
  /** Whether search engines may list the page; false for an unknown path, a preview and a failed shell. */
  isFindable: boolean;
}

/** Adds a page's words in the visitor's language. */
export function describePage(
  request: PageRequest,
  around: Pick<Page, 'owner' | 'origin' | 'prerendered' | 'form'>,
): Page {
  const { set, language, entry, preview, lostShell } = request;
  const tree = set.texts.get(language);
  const text: Lookup = (path) => lookUp(tree, path);
  return {
    ...request,
    ...around,
    text,
    title: pageTitle(pageName(entry, text, language), around.owner?.name ?? text('site.title')),
    description: entry?.description
      ? wordsIn(entry.description, language)
      : text(entry ? `${entry.section}.document.description` : 'site.description'),
    isFindable: entry !== undefined && preview === undefined && lostShell === undefined,
  };
}
