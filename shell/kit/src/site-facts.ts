import { defaultLanguage } from '@portfolio/contract/texts.ts';

/** What the document says of the site. */
interface SiteFacts {
  /** The languages of the shell's texts, the default first. */
  languages: readonly string[];
  /** The releases of this page, such as `home@…,shell@…`; a section may have another one meanwhile. */
  key?: string;
  /** When each release was made, by name. */
  createdAt?: Record<string, string>;
  /** The entries of the navigation. */
  pages?: readonly { section: string }[];
}

let facts: SiteFacts | undefined;

/** Sets the facts where there is no document. */
export function setSiteFacts(given: SiteFacts): void {
  facts = given;
}

/** The facts in the document, or those that were set. */
export function siteFacts(): SiteFacts {
  if (facts) return facts;
  const { languages } = document.documentElement.dataset;
  const written = document.getElementById('live-releases')?.textContent ?? '{}';
  facts = { ...JSON.parse(written), languages: languages?.split(' ') ?? [defaultLanguage] };
  return facts as SiteFacts;
}
