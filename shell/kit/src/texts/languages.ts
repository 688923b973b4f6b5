import { keepChoice, readChoice } from '../stored-choice.ts';

/** The languages the site offers; the first is the default (spec §9). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * Keeps the language a visitor chose. Where it is another than the browser asks for, a cookie tells
 * the server, so that the next document comes in it; else there is none.
 */
export function keepLanguage(language: Language): void {
  keepChoice('language', language);
  const isAskedFor = language === preferredLanguage(navigator.languages);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came to Firefox late
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=${isAskedFor ? 0 : aYear}`;
}

const aYear = 31_536_000;

/** The language that `?language=de` asks for, for this visit: nothing is stored. */
function askedLanguage(): Language | undefined {
  const asked = new URLSearchParams(location.search).get('language');
  return languages.find((language) => language === asked);
}

/**
 * The language the address asks for, else the stored one, else the first preferred one that is
 * offered (`de-AT` counts as `de`), else en.
 */
export function pickLanguage(
  preferred: readonly string[] = navigator.languages,
  stored: Language | undefined = readChoice('language', languages),
  asked: Language | undefined = askedLanguage(),
): Language {
  return asked ?? stored ?? preferredLanguage(preferred);
}

function preferredLanguage(tags: readonly string[]): Language {
  const bases = tags.map((tag) => tag.toLowerCase().split('-')[0]);
  const wanted = bases.find((base) => languages.some((language) => language === base));
  return (wanted as Language | undefined) ?? languages[0];
}
