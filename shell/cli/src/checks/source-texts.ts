import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { leavesOf, type TextTree } from '@portfolio/contract/texts.ts';
import {
  canonicalTag,
  parseTextsDocument,
  type Texts,
} from '@portfolio/releases/release/release-texts.ts';
import { isMissing } from '@portfolio/releases/store/replace-file.ts';

/** Reads every `locales/<language>.yaml` of a folder. @throws an error that names the wrong file */
export async function readSourceTexts(folder: string): Promise<Texts> {
  const files = await readdir(path.join(folder, 'locales')).catch((error) => {
    throw isMissing(error) ? new Error('It has no folder locales/ with its texts.') : error;
  });
  const texts = files.filter((file) => file.endsWith('.yaml'));
  const trees = texts.map(async (file) => {
    const tag = path.parse(file).name;
    checkTag(tag, file);
    const content = await readFile(path.join(folder, 'locales', file));
    return [tag, readTextsFile(content, `locales/${file}`)] as const;
  });
  return Object.fromEntries(await Promise.all(trees));
}

/** @throws BrokenFileError that also names the most frequent cause */
function readTextsFile(content: Buffer, file: string): TextTree {
  try {
    return parseTextsDocument(content, file);
  } catch (error) {
    const line = /^[^"'#|>\n]*: [^"'#|>\n]*: .*$/m.exec(String(content))?.[0];
    if (line && error instanceof Error)
      error.message += `. A text with ": " needs quotes: ${line.trim().replace(/: (.*)$/, ': "$1"')}`;
    throw error;
  }
}

/** Finds values that YAML does not read as texts, for which a page would show the key. */
export function valuesWithoutQuotes(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([language, tree]) =>
    leavesOf(tree)
      .filter(([, value]) => typeof value !== 'string')
      .map(([key, value]) => {
        const scalar = value === null ? 'nothing' : `the ${typeof value} ${value}`;
        const what = Array.isArray(value) ? 'a list' : scalar;
        return `locales/${language}.yaml: "${key}" is ${what} and no text: put it in quotes.`;
      }),
  );
}

/** Refuses other spellings of a language's tag, as the file names the language. */
function checkTag(tag: string, file: string): void {
  const canonical = canonicalTag(tag);
  if (canonical !== tag)
    throw new Error(
      `locales/${file} is no name for texts: a language is named by its tag, such as en.yaml or pt-BR.yaml${canonical ? `; here ${canonical}.yaml` : ''}.`,
    );
}
