import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveRelease } from '@portfolio/releases/live-release.ts';

/**
 * The texts of one release in one language, as entries of the translation document by their keys. Each
 * hint stands for itself, since several sections may have some.
 */
export interface TextParts {
  texts: ReadonlyMap<string, string>;
  hints: ReadonlyMap<string, string>;
}

const written = new WeakMap<LiveRelease, Map<string, TextParts>>();

/** Written once a release, so that nothing is left to write for any of the sets it is asked in. */
export function partsOf(release: LiveRelease, language: string): TextParts {
  const known = written.get(release) ?? new Map<string, TextParts>();
  written.set(release, known);
  const parts = known.get(language) ?? write(release.texts[language] ?? {});
  known.set(language, parts);
  return parts;
}

function write({ hints, ...texts }: TextTree): TextParts {
  return { texts: entriesOf(texts), hints: entriesOf(hints ?? {}) };
}

function entriesOf(tree: object): Map<string, string> {
  const entries = Object.entries(tree);
  return new Map(entries.map(([key, value]) => [key, `${flow(key)}: ${flow(value)}`]));
}

/** What YAML wants escaped in a string, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;

/** YAML in flow style, as JSON writes it: every browser brings a parser for that. */
function flow(value: unknown): string {
  return JSON.stringify(value).replace(
    unprintable,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
