import { languageTag, type TextTree } from '@portfolio/contract/texts.ts';
import { load } from 'js-yaml';
import { printable, type Release } from './release.ts';
import { BrokenFileError } from './release-errors.ts';

/** The most bytes of a language: several times what the largest section has. */
const mostTextBytes = 32 * 1024;

/** A bound for small files with deep texts, such as one of brackets. */
const mostLevels = 12;

/** The language of a file with texts, `locales/<language>.yaml`; undefined for other files. */
export function languageOf(file: string): string | undefined {
  const [, tag = ''] = /^locales\/(.+)\.yaml$/.exec(file) ?? [];
  return languageTag.test(tag) && canonicalTag(tag) === tag ? tag : undefined;
}

/** The usual spelling of a language's tag; undefined if it is none. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * Parses the texts of a language. Aliases are refused, as 600 of them would block the server for seconds when it
 * writes JSON.
 * @throws BrokenFileError
 */
export function parseTextsDocument(content: Buffer | string, file: string): TextTree {
  const wrong = (reason: string) => new BrokenFileError(`${file} ${reason}`);
  if (content.length > mostTextBytes)
    throw wrong(
      `is larger than ${mostTextBytes} bytes: long texts are Markdown files in posts/, a page each`,
    );
  let tree: unknown;
  try {
    tree = load(content.toString('utf8'), { maxDepth: mostLevels, maxAliases: 0 });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw wrong(`cannot be read: ${printable(line)}`);
  }
  if (!isTree(tree))
    throw wrong('cannot be read: expected texts below keys, such as "title: Hello"');
  // Where texts are merged, it would change the prototype instead of adding a text.
  if (JSON.stringify(tree).includes('"__proto__":')) throw wrong('has the key "__proto__"');
  return tree;
}

function isTree(value: unknown): value is TextTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const mostLanguages = 24;

/** The most bytes of all languages: many times what the largest section has. */
const mostBytesOfTexts = 256 * 1024;

export type Texts = Readonly<Record<string, TextTree>>;

/** Reads the texts of a release with their faults. */
export async function readTexts(
  { files }: Pick<Release, 'files'>,
  read: (file: string) => Promise<Buffer>,
): Promise<{ texts: Texts; faults: string[] }> {
  const known = Object.entries(files).flatMap(([file, ref]) => {
    const language = languageOf(file);
    return language === undefined ? [] : [{ language, file, bytes: ref.bytes }];
  });
  if (known.length > mostLanguages)
    return { texts: {}, faults: [`it has texts in more than ${mostLanguages} languages`] };
  if (known.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytesOfTexts)
    return { texts: {}, faults: [`its texts have more than ${mostBytesOfTexts} bytes`] };
  const texts: Record<string, TextTree> = {};
  const faults: string[] = [];
  for (const { language, file } of known) {
    try {
      texts[language] = parseTextsDocument(await read(file), file);
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      faults.push(error.message);
    }
  }
  return { texts, faults };
}
