import { closest, distance } from 'fastest-levenshtein';

/** The one of these names that a mistyped one is nearest to; none where all are quite different. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const found = closest(word, names);
  return distance(word, found) <= word.length / 2 ? found : undefined;
}

/** Of a name that does not exist: the one that was probably meant, and those there are. */
export function chooseOf(word: string, names: readonly string[]): string {
  const found = nearest(word, names);
  return `${found ? `Did you mean "${found}"? ` : ''}Choose one of: ${names.join(', ')}.`;
}
