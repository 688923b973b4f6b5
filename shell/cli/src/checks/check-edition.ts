import { existsSync } from 'node:fs';
import path from 'node:path';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { Texts } from '@portfolio/releases/release/release-texts.ts';
import { readSourceTexts, valuesIn, valuesWithoutQuotes } from './source-texts.ts';

/**
 * Reads the texts in `edition/locales/` of a section, which its first release has in the place of its own.
 * @returns undefined for a section without an edition
 * @throws an error that names the wrong file
 */
export async function readEdition(source: string): Promise<Texts | undefined> {
  const edition = path.join(source, 'edition');
  return existsSync(path.join(edition, 'locales')) ? readSourceTexts(edition) : undefined;
}

/** Checks that each text of an edition replaces one of the section. */
export async function checkEdition(source: string, own: Texts): Promise<string[]> {
  try {
    const edition = (await readEdition(source)) ?? {};
    // A text that only one language lacks is reported without the edition.
    const isNowhere = (key: string) =>
      Object.values(own).every((tree) => lookUp(tree, key) === key);
    const unused = Object.entries(edition).flatMap(([language, tree]) =>
      valuesIn(tree)
        .filter(([key]) => !own[language] || isNowhere(key))
        .map(([key]) => {
          const file = `locales/${language}.yaml`;
          return `${file} has the text "${key}", which the section's own ${file} lacks. Remove it, or add it there.`;
        }),
    );
    return [...valuesWithoutQuotes(edition), ...unused].map((fault) => `edition/${fault}`);
  } catch (error) {
    return [`edition/${(error as Error).message}`];
  }
}
