import type { Release } from '../release/release.ts';
import { isOwnKey } from '../release/texts.ts';

/** The texts of a release by language. */
export type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

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

/** Every dotted key path that leads to a text. */
function keysOf(tree: unknown, prefix = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return [prefix];
  return Object.entries(tree).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  );
}
