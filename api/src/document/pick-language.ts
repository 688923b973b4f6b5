/**
 * The language a visitor most likely gets: the first preferred one that is offered (`de-AT` counts
 * as `de`), else English. The browser decides for itself; this only spares it a wait.
 * @param preferred language tags, the dearest first
 */
export function pickLanguage(preferred: readonly string[], offered: readonly string[]): string {
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0]);
  return bases.find((base) => base && offered.includes(base)) ?? 'en';
}

/** The language that the address asks for (`?language=de`), when it is one that is offered. */
export function askedLanguage(
  url: string,
  offered: { has(language: string): boolean },
): string | undefined {
  const asked = new URLSearchParams(url.split('?')[1]).get('language') ?? '';
  return offered.has(asked) ? asked : undefined;
}
