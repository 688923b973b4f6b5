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

/** The same as it is sent: YAML in flow style, as JSON writes it. Every browser brings a parser for that. */
export function writeTexts(tree: TextTree): Buffer {
  const text = JSON.stringify(tree).replace(
    unprintable,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(`${text}\n`);
}

/**
 * What comes later wins: the shell, so that nothing a section brings can replace one of its texts. A
 * hint that several sections have is that of the first by its name, which no section chooses itself.
 */
function inOrder(set: LiveSet): LiveRelease[] {
  const sections = releasesOf(set).filter(({ name }) => name !== 'shell');
  return [...sections.sort((a, b) => (a.name < b.name ? 1 : -1)), set.shell];
}

/** What YAML wants escaped in a string, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;
