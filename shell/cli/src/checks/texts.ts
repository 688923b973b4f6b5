import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, isOwnKey, parseTexts, type Release } from '@portfolio/releases';

/** The texts of a folder by language. */
export type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads every `locales/<language>.yaml` of a folder. @throws an error that says which one is wrong. */
export async function readTexts(folder: string): Promise<Texts> {
  const files = (await listLocales(folder)).filter((file) => file.endsWith('.yaml'));
  const trees = await Promise.all(
    files.map(async (file) => {
      checkTag(file.replace(/\.yaml$/, ''), file);
      const text = await readFile(path.join(folder, 'locales', file));
      return [file.replace(/\.yaml$/, ''), parseTexts(text, `locales/${file}`)] as const;
    }),
  );
  return Object.fromEntries(trees);
}

/** Everywhere a language is called as its file is, so there is one way to write it. */
function checkTag(tag: string, file: string): void {
  const [canonical] = canonicalTag(tag);
  if (canonical !== tag)
    throw new Error(
      `locales/${file} is no name for texts: a language is named by its tag, such as en.yaml or pt-BR.yaml${canonical ? `; here ${canonical}.yaml` : ''}.`,
    );
}

function canonicalTag(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** What one language lacks and another has, in sentences. */
export function missingKeys(texts: Texts): string[] {
  const all = new Set(Object.values(texts).flatMap((tree) => keysOf(tree)));
  return Object.entries(texts).flatMap(([language, tree]) => {
    const own = new Set(keysOf(tree));
    return [...all]
      .filter((key) => !own.has(key))
      .map((key) => `locales/${language}.yaml lacks the key "${key}" that another language has.`);
  });
}

/** A section's texts live below its own name (and `hints`), so that two sections never collide. */
export function foreignKeys(section: string, texts: Texts): string[] {
  return Object.entries(texts).flatMap(([language, tree]) =>
    Object.keys(tree)
      .filter((key) => !isOwnKey(section, key))
      .map(
        (key) =>
          `locales/${language}.yaml has the top-level key "${key}"; a section's texts belong below "${section}".`,
      ),
  );
}

/** Languages the shell offers and a section has no texts in: there it would show nothing but paths. */
export function missingLanguages(texts: Texts, shell: Pick<Release, 'files' | 'id'>): string[] {
  const offered = Object.keys(shell.files).flatMap(
    (file) => /^locales\/([^/]+)\.yaml$/.exec(file)?.[1] ?? [],
  );
  return offered
    .filter((language) => !Object.hasOwn(texts, language))
    .map(
      (language) =>
        `locales/${language}.yaml is missing, a language that the shell (${shell.id}) offers.`,
    );
}

async function listLocales(folder: string): Promise<string[]> {
  return readdir(path.join(folder, 'locales')).catch((error) => {
    throw isMissing(error) ? new Error('It has no folder locales/ with its texts.') : error;
  });
}

/** Every dotted key path that leads to a text. */
function keysOf(tree: unknown, prefix = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return [prefix];
  return Object.entries(tree).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  );
}
