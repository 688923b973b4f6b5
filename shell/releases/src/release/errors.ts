import { closest, distance } from 'fastest-levenshtein';

/** A deploy, rollback or preview that was refused; the message says what to do. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';
}

/** One factory per case. */
export const refuse = {
  tooManyOrigins: (section: string) =>
    new ReleaseRefusedError(
      `${section} would reach more origins than the twelve that a section may. Begin anew with: npm run keys -- allow ${section} --grant none --grant <use=origin>`,
    ),
  noRelease: (name: string, id: string) =>
    new ReleaseRefusedError(
      `There is no release ${id} of ${name}. \`npm run releases\` lists the ones there are.`,
    ),
  nothingBefore: (name: string) =>
    new ReleaseRefusedError(
      `${name} has no release before the live one. Name one with \`npm run rollback -- ${name} <id>\`; \`npm run releases\` lists them.${name === 'shell' ? '' : ` To take it off the site: npm run releases -- retire ${name}`}`,
    ),
  notLive: (name: string) =>
    new ReleaseRefusedError(`${name} is not live, so there is nothing to retire.`),
  shellRetired: () =>
    new ReleaseRefusedError(
      'Without the shell there is no site, so it cannot be retired. Go back to the one before with: npm run rollback -- shell',
    ),
  brokenPointer: (name: string, reason: string, last: readonly string[]) =>
    new ReleaseRefusedError(
      `The pointer of ${name} cannot be read: ${reason}. Name the release that shall be live: \`npm run rollback -- ${name} ${last[0] ?? '<id>'}\`; \`npm run releases\` lists them.`,
    ),
  locked: (name: string) =>
    new ReleaseRefusedError(
      `Another process has been changing ${name} for half a minute. Wait until it has finished, and try again. \`fuser -v releases/${name}/.lock\` in DATA_DIR names it: end it, or take its right to that folder away and remove the lock.`,
    ),
  noFlock: () =>
    new ReleaseRefusedError(
      'The command flock is missing, by which releases are changed one at a time. It is part of util-linux: install that, and try again.',
    ),
  noRight: (name: string, folder: string) =>
    new ReleaseRefusedError(
      `You may not change ${name}: you need the right to write ${folder} and the lock in it.`,
    ),
  faults: (name: string, faults: readonly string[]) =>
    new ReleaseRefusedError(`${name} was not released. Correct this first:\n${listFaults(faults)}`),
};

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
