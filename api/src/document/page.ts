import { pageName, pageTitle, wordsIn } from '@portfolio/contract/pages.ts';
import { type Lookup, lookUp } from '@portfolio/contract/texts.ts';
import type { FormLocals } from '../contact/contact-calls.ts';
import type { Asked } from './asked.ts';
import type { DocumentPage } from './prerendered.ts';
import type { Owner } from './shell-parts.ts';

/** A page as one visitor gets it: all that its document is made of. */
export interface Page extends Asked {
  owner: Owner | undefined;
  /** Where the site is reached, such as `https://www.example.com`. */
  origin: string;
  /** What can be read before any script runs, where it was prerendered. */
  prerendered: DocumentPage | undefined;
  /** What became of a message, when the page answers a form that was sent without script. */
  form: FormLocals | undefined;
  /** Looks a text up in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
  /** Whether search engines may list it: neither unknown paths, nor previews, nor what one visitor gets. */
  isFindable: boolean;
}

/** Finds the words of a page in the visitor's language. */
export function describePage(
  asked: Asked,
  around: Pick<Page, 'owner' | 'origin' | 'prerendered' | 'form'>,
): Page {
  const { set, language, entry, preview, lostShell } = asked;
  const tree = set.texts.get(language);
  const text: Lookup = (path) => lookUp(tree, path);
  return {
    ...asked,
    ...around,
    text,
    title: pageTitle(pageName(entry, text, language), around.owner?.name ?? text('site.title')),
    description: entry?.description
      ? wordsIn(entry.description, language)
      : text(entry ? `${entry.section}.document.description` : 'site.description'),
    isFindable: entry !== undefined && preview === undefined && lostShell === undefined,
  };
}
