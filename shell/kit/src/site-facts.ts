import { defaultLanguage } from '@portfolio/contract/texts.ts';

/** What the document says of the site. */
interface SiteFacts {
  /** The languages of the shell's texts, the default first. */
  languages: readonly string[];
  /** The releases of this page, such as `home@…,shell@…`. */
  key?: string;
  /** When each release was made, by name. */
  createdAt?: Record<string, string>;
  /** The entries of the navigation. */
  pages?: readonly { section: string }[];
}

/** Reads the facts in the document. */
export function siteFacts(): SiteFacts {
  const { languages } = document.documentElement.dataset;
  const written = document.getElementById('live-releases')?.textContent ?? '{}';
  return { ...JSON.parse(written), languages: languages?.split(' ') ?? [defaultLanguage] };
}
