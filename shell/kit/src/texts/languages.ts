import { defaultLanguage } from '@portfolio/contract/texts.ts';
import type { Language } from '../settings.ts';
import { siteFacts } from '../site-facts.ts';

/** The language of the address (for this visit, not stored), else the stored one, else that of the document. */
export function pickLanguage(): Language {
  const offered = siteFacts().languages;
  const isOffered = (language: unknown) => offered.find((each) => each === language);
  return (
    isOffered(new URLSearchParams(location.search).get('language')) ??
    isOffered(globalThis.visitor?.choice('language')) ??
    isOffered(document.documentElement.lang) ??
    defaultLanguage
  );
}

/** The name of a language: from the texts, else in that language, capitalized as in a list. */
export function languageName(language: Language, text: (path: string) => string): string {
  const path = `header.language.${language}`;
  const name = text(path);
  if (name !== path) return name;
  // A missing name must not make a deploy fail.
  globalThis.missingTexts?.delete(path);
  const own = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return own.charAt(0).toLocaleUpperCase(language) + own.slice(1);
}
