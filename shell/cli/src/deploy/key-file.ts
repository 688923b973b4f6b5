import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readPrivateHalf } from '@portfolio/releases/access/index.ts';
import { isMissing } from '@portfolio/releases/folder/missing.ts';
import { NotPossibleError } from '../exit-code.ts';

/**
 * The private half of a team's key: PORTFOLIO_KEY, as a CI keeps it, else the file that
 * `portfolio keygen` wrote into this folder.
 * @throws NotPossibleError, BadKeyError
 */
export async function findPrivateHalf(section: string): Promise<KeyObject> {
  const given = process.env.PORTFOLIO_KEY?.trim();
  if (given) return readPrivateHalf(given);
  const file = `${section}.key`;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (!isMissing(error))
      throw new NotPossibleError(
        `${file} cannot be read (${error.code}). It is a file of mode 600 that belongs to you, as \`portfolio keygen\` makes it.`,
      );
    throw new NotPossibleError(
      `There is no key to sign with: neither ${file} in this folder nor PORTFOLIO_KEY. Make one with: portfolio keygen ${section}`,
    );
  });
  return readPrivateHalf(text);
}
