import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveRelease } from '@portfolio/releases/live-release.ts';
import { dump } from 'js-yaml';

/**
 * The texts of one release in one language, as lines of the translation document by their keys. Each
 * hint stands for itself, since several sections may have some.
 */
export interface TextParts {
  texts: ReadonlyMap<string, Buffer>;
  hints: ReadonlyMap<string, Buffer>;
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

/** The line above all hints. */
export const hintsHead = Buffer.from('hints:\n');

function write({ hints, ...texts }: TextTree): TextParts {
  const lines = Object.entries(texts).map(([key, text]) => [key, yaml({ [key]: text })] as const);
  const hintLines = Object.entries(hints ?? {}).map(([key, hint]) => {
    const withHead = yaml({ hints: { [key]: hint } });
    return [key, withHead.subarray(hintsHead.length)] as const;
  });
  return { texts: new Map(lines), hints: new Map(hintLines) };
}

/** Lines as long as their texts, no comments, nothing by reference. */
function yaml(tree: TextTree): Buffer {
  return Buffer.from(dump(tree, { lineWidth: -1, noRefs: true }));
}
