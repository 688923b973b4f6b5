import {
  defaultLanguage,
  languageOfAddress,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import { keepChoice, type Language, readChoice } from '../settings.ts';
import { siteFacts } from '../site-facts.ts';

/** The languages of the shell's texts, as the document lists them, the default first. */
export function offeredLanguages(): readonly Language[] {
  return siteFacts().languages;
}

/**
 * Stores the language that a visitor chose. If the browser prefers another, a cookie makes the server render
 * the next document in the chosen one.
 */
export function keepLanguage(language: Language): void {
  keepChoice('language', language);
  const isPreferred = language === browserLanguage(navigator.languages);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came to Firefox late
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=${isPreferred ? 0 : aYear}`;
}

const aYear = 31_536_000;

/**
 * The language of the address (for this visit, not stored), else the stored one, else the first preferred one
 * that is offered, else the default.
 */
export function pickLanguage(preferred: readonly string[] = navigator.languages): Language {
  const offered = offeredLanguages();
  return (
    languageOfAddress(new URLSearchParams(location.search), offered) ??
    readChoice('language', offered) ??
    browserLanguage(preferred)
  );
}

function browserLanguage(preferred: readonly string[]): Language {
  return preferredLanguage(preferred, offeredLanguages()) ?? defaultLanguage;
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
