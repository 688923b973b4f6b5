import { readChoice } from '../stored-choice.ts';

/** The languages the site offers; the first is the default (spec §9). */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

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
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0]);
  const wanted = bases.find((base) => languages.some((language) => language === base));
  return asked ?? stored ?? (wanted as Language | undefined) ?? languages[0];
}
