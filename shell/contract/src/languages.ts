/** Shown to visitors who prefer none of the languages there are. */
export const defaultLanguage = 'en';

/**
 * The first preferred language that is offered. Where the very one is not, another form of it is
 * better than a foreign language: `de-AT` gets `de`, `pt` gets `pt-BR`.
 * @param preferred language tags, the most wanted first
 */
export function preferredLanguage<Language extends string>(
  preferred: readonly string[],
  offered: readonly Language[],
): Language | undefined {
  for (const tag of preferred) {
    const found =
      offered.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      offered.find((language) => baseOf(language) === baseOf(tag));
    if (found) return found;
  }
  return undefined;
}

/** The language that the query of an address asks for (`?language=de`), when it is offered. */
export function languageOfAddress<Language extends string>(
  query: URLSearchParams,
  offered: readonly Language[],
): Language | undefined {
  const asked = query.get('language');
  return offered.find((language) => language === asked);
}

function baseOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
