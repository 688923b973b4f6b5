import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';

/** Such as `en` or `pt-BR`. */
export const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/** The languages a set of releases offers: those the shell has texts in. */
export function offeredLanguages({ shell }: LiveSet): string[] {
  return Object.keys(shell.texts).sort();
}

/**
 * The one translation document of a language: the shell's texts and those of every live section, so
 * that a section and its words are swapped in one step. A section brings its own keys only.
 */
export function mergeTexts(set: LiveSet, language: string): TextTree {
  const trees = inOrder(set).map(({ texts }) => texts[language] ?? {});
  const hints = Object.assign({}, ...trees.map((tree) => tree.hints));
  const merged = Object.assign({}, ...trees);
  return Object.keys(hints).length > 0 ? { ...merged, hints } : merged;
}

/**
 * The same as it is sent. It is put together from what is written once per release: a visitor may ask
 * for any combination of releases, and there are too many of them to list.
 */
export function writeTexts(set: LiveSet, language: string): Buffer {
  const parts = inOrder(set).map((release) => partsOf(release, language));
  const texts = new Map(parts.flatMap((part) => [...part.texts]));
  const hints = new Map(parts.flatMap((part) => [...part.hints]));
  const entries = [
    ...texts.values(),
    ...(hints.size > 0 ? [`"hints": {\n${[...hints.values()].join(',\n')}\n}`] : []),
  ];
  return Buffer.from(`{\n${entries.join(',\n')}\n}\n`);
}

/**
 * What comes later wins: the shell, so that nothing a section brings can replace one of its texts. A
 * hint that several sections have is that of the first by its name, which no section chooses itself.
 */
function inOrder(set: LiveSet): LiveRelease[] {
  const sections = releasesOf(set).filter(({ name }) => name !== 'shell');
  return [...sections.sort((a, b) => (a.name < b.name ? 1 : -1)), set.shell];
}

/**
 * The texts of one release in one language, as entries of the translation document by their keys. Each
 * hint stands for itself, since several sections may have some.
 */
interface TextParts {
  texts: ReadonlyMap<string, string>;
  hints: ReadonlyMap<string, string>;
}

const written = new WeakMap<LiveRelease, Map<string, TextParts>>();

/** Written once per release, so that nothing is left to write for any of the sets it is asked in. */
function partsOf(release: LiveRelease, language: string): TextParts {
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
