/** Many times a real document; much more would freeze the page while it is parsed. */
const largest = 500_000;

/** The answer of the locale call was no tree of texts. */
class TextsUnreadableError extends Error {
  override name = 'TextsUnreadableError';
}

/**
 * Reads a translation document: YAML, the safe schema, a tree of keys. The site's own answer is YAML as
 * JSON writes it, which the browser reads by itself; the parser for all other YAML is fetched when it
 * is needed.
 */
export async function parseTexts(yaml: string): Promise<Record<string, unknown>> {
  if (yaml.length > largest) throw new TextsUnreadableError(`More than ${largest} characters`);
  const tree = readJson(yaml) ?? (await import('js-yaml')).load(yaml);
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree))
    throw new TextsUnreadableError('The translation document is no tree of keys');
  return tree as Record<string, unknown>;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
