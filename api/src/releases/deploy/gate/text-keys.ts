import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'js-yaml';

/** The texts of a release by language. */
export type Texts = Record<string, Record<string, unknown>>;

/** Reads every `locales/<language>.yaml` of a folder. @throws what the YAML parser throws. */
export async function readTexts(folder: string): Promise<Texts> {
  const files = (await readdir(path.join(folder, 'locales'))).filter((f) => f.endsWith('.yaml'));
  const trees = await Promise.all(
    files.map(async (file) => {
      const tree = load(await readFile(path.join(folder, 'locales', file), 'utf8'));
      return [file.replace(/\.yaml$/, ''), tree as Record<string, unknown>] as const;
    }),
  );
  return Object.fromEntries(trees);
}

/** Every dotted key path that leads to a text. */
function keysOf(tree: unknown, prefix = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return [prefix];
  return Object.entries(tree).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  );
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
