import { defaultLanguage, languageOfAddress, preferredLanguage } from '@portfolio/contract';
import { keepChoice, readChoice } from '../stored-choice.ts';

/** The languages the site offers; the first is the default. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * Keeps the language a visitor chose. Where it is another than the browser asks for, a cookie tells
 * the server, so that the next document comes in it; else there is none.
 */
export function keepLanguage(language: Language): void {
  keepChoice('language', language);
  const isAskedFor = language === preferredOf(navigator.languages);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came to Firefox late
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=${isAskedFor ? 0 : aYear}`;
}

const aYear = 31_536_000;

/**
 * The language the address asks for, else the stored one, else the first preferred one that is
 * offered (`de-AT` counts as `de`), else en.
 */
export function pickLanguage(
  preferred: readonly string[] = navigator.languages,
  stored: Language | undefined = readChoice('language', languages),
  asked: Language | undefined = languageOfAddress(new URLSearchParams(location.search), languages),
): Language {
  return asked ?? stored ?? preferredOf(preferred);
}

function preferredOf(tags: readonly string[]): Language {
  return preferredLanguage(tags, languages) ?? defaultLanguage;
}
