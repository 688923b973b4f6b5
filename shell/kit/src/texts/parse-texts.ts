import { load } from 'js-yaml';

/** Real documents have some 20 kB; a megabyte of YAML would freeze the page while it is parsed. */
const largest = 500_000;

/** The answer of the locale call was no tree of texts. */
class TextsUnreadableError extends Error {
  override name = 'TextsUnreadableError';
}

/** Reads a translation document: YAML, the safe schema, a tree of keys. */
export function parseTexts(yaml: string): Record<string, unknown> {
  if (yaml.length > largest) throw new TextsUnreadableError(`More than ${largest} characters`);
  const tree = load(yaml);
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree))
    throw new TextsUnreadableError('The translation document is no tree of keys');
  return tree as Record<string, unknown>;
}
