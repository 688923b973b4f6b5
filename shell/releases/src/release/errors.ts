import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { closest, distance } from 'fastest-levenshtein';

/** A deploy, rollback or preview that was refused; the message says what to do. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';
}

/** The browser, and not the release, is why it could not be inspected. */
export class NoLookError extends ReleaseRefusedError {
  override name = 'NoLookError';
  /** As the end of a sentence. */
  readonly why: string;

  constructor(ref: string, why: string) {
    super(
      `${ref} is in the store, but was not made live: ${why}. Name another browser with PLAYWRIGHT_CHROMIUM=/path/to/chromium, or leave the look out with --skip-browser.`,
    );
    this.why = why;
  }
}

/** One factory per case. */
export const refuse = {
  tooManyOrigins: (section: string) =>
    new ReleaseRefusedError(
      `${section} would reach more origins than the twelve that a section may. Begin anew with: npm run keys -- allow ${section} --grant none --grant <use=origin>`,
    ),
  notReleased: (name: string, released: readonly string[]) =>
    new ReleaseRefusedError(
      released.length > 0
        ? `There is no release of "${name}". ${chooseOf(name, released)}`
        : 'Nothing has been released yet. Begin with: npm start',
    ),
  noRelease: (name: string, id: string) =>
    new ReleaseRefusedError(
      `There is no release ${id} of ${name}. \`npm run releases\` lists the ones there are.`,
    ),
  rolledBack: ({ name, id }: ReleaseRef) =>
    new ReleaseRefusedError(
      `${name}@${id}, which these sources make, was rolled back and stays so. To make it live again: npm run rollback -- ${name} ${id}`,
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
  noName: (name: string) =>
    new ReleaseRefusedError(
      `"${name}" is no name for a section: it becomes a part of addresses. Name the package …/remote-<name>, with small letters, digits and dashes.`,
    ),
  badManifest: (source: string, reason: string) =>
    new ReleaseRefusedError(`The package.json in ${source} ${reason}.`),
  buildFailed: (name: string, reasons: string) =>
    new ReleaseRefusedError(`${name} could not be built, so nothing was released:\n${reasons}`),
  failsInBrowser: (ref: string, faults: readonly string[], link: string) =>
    new ReleaseRefusedError(
      `${ref} is in the store, but was not made live: in a browser it fails.\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nSee for yourself: ${link}`,
    ),
  failsPrerendered: (ref: string, faults: readonly string[]) =>
    new ReleaseRefusedError(
      `${ref} is in the store, but was not made live: its page cannot be sent within the document.\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nWhat a page shows first must be the site's own, and not depend on the window, the theme, the time or what is stored: CSS and effects can.`,
    ),
  noStart: (ref: string, browser: string, reason: string) =>
    new NoLookError(ref, `the browser ${browser} cannot be started (${reason})`),
  crashed: (ref: string, browser: string) => new NoLookError(ref, `the browser ${browser} crashed`),
  faults: (name: string, faults: readonly string[]) =>
    new ReleaseRefusedError(
      `${name} was not released. Correct this first:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    ),
};

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
