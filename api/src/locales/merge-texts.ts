import type { TextTree } from '@portfolio/contract/texts.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live-set.ts';
import { dump } from 'js-yaml';

/** Such as `en` or `pt-BR`. */
export const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/** The languages a set of releases offers: those the shell has texts in. */
export function offeredLanguages({ shell }: LiveSet): string[] {
  return Object.keys(shell.texts).sort();
}

/**
 * The one translation document of a language: the shell's texts and those of every live section, so
 * that a section and its words are swapped in one step. A section brings its own keys only; of a
 * hint that several have, it is the one of the section that comes first on the site.
 */
export function mergeTexts(set: LiveSet, language: string): TextTree {
  const order = set.pages.map(({ section }) => section);
  const rank = ({ name }: { name: string }) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  const sections = releasesOf(set).filter(({ name }) => name !== 'shell');
  sections.sort((a, b) => rank(b) - rank(a));
  // The shell comes last and wins: nothing a section brings can replace one of its texts.
  const trees = [...sections, set.shell].map(({ texts }) => texts[language] ?? {});
  const hints = Object.assign({}, ...trees.map((tree) => tree.hints));
  const merged = Object.assign({}, ...trees);
  return Object.keys(hints).length > 0 ? { ...merged, hints } : merged;
}

/** The document as it is sent: lines as long as their texts, no comments, nothing by reference. */
export function toYaml(texts: TextTree): string {
  return dump(texts, { lineWidth: -1, noRefs: true });
}
