import { closest, distance } from 'fastest-levenshtein';

/** A deploy, rollback or preview that was refused; the message says what to do. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';
}

export function noRelease(name: string, id: string): ReleaseRefusedError {
  return new ReleaseRefusedError(
    `There is no release ${id} of ${name}. \`npm run releases\` lists the ones there are.`,
  );
}

export function faultyRelease(name: string, faults: readonly string[]): ReleaseRefusedError {
  return new ReleaseRefusedError(
    `${name} was not released. Correct this first:\n${listFaults(faults)}`,
  );
}

/** A line for each fault. */
export function listFaults(faults: readonly string[]): string {
  return faults.map((fault) => `  - ${fault}`).join('\n');
}

/** The one of these names that a mistyped one is nearest to; none where all are quite different. */
function nearest(word: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const found = closest(word, names);
  return distance(word, found) <= word.length / 2 ? found : undefined;
}

/** Of a name that does not exist: the one that was probably meant, and those there are. */
export function chooseOf(word: string, names: readonly string[]): string {
  const found = nearest(word, names);
  return `${found ? `Did you mean "${found}"? ` : ''}Choose one of: ${names.join(', ')}.`;
}
