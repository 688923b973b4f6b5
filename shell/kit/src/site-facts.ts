import type { ReleaseMap } from '@portfolio/contract/rendering.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';

interface SiteFacts extends ReleaseMap {
  /** The languages of the shell's texts, the default first. */
  languages: readonly string[];
  /** When each release was made, by name. */
  createdAt?: Record<string, string>;
}

let facts: SiteFacts | undefined;

/** Sets the facts where there is no document. */
export function setSiteFacts(given: SiteFacts): void {
  facts = given;
}

/** What the document says of the site. */
export function siteFacts(): SiteFacts {
  if (facts) return facts;
  const { languages } = document.documentElement.dataset;
  const written = document.getElementById('live-releases')?.textContent ?? '{}';
  facts = { ...JSON.parse(written), languages: languages?.split(' ') ?? [defaultLanguage] };
  return facts as SiteFacts;
}
