import type { Growth } from '../moves/measure-memory.ts';
import type { Moves } from '../moves/measure-moves.ts';
import type { Variant } from '../variants/variants.ts';
import { inKilobytes, toTable } from './markdown-table.ts';

/** What was measured on the open pages of one variant. */
export interface OpenPageResult {
  variant: Variant;
  moves: Moves;
  memory: Growth;
}

export function moveTables(results: readonly OpenPageResult[]): string {
  const ms = (key: keyof Moves) => results.map(({ moves }) => moves[key].toFixed());
  const growth = results.map(({ memory: { before, after } }) =>
    [
      `${inKilobytes(before.heapBytes)} → ${inKilobytes(after.heapBytes)} kB`,
      `${before.nodes} → ${after.nodes} nodes`,
      `${before.listeners} → ${after.listeners} listeners`,
    ].join(', '),
  );
  return toTable([
    [
      'on the open page, slow profile in a window of 1440×900',
      ...results.map((r) => r.variant.title),
    ],
    ['to a section for the first time (/portfolio), ms', ...ms('toPortfolio')],
    ['to the next one (/contact), ms', ...ms('toContact')],
    ['to a section seen before (/home), ms', ...ms('back')],
    ['to another language, ms', ...ms('language')],
    ['to a language seen before, ms', ...ms('languageBack')],
    ['to the other theme, ms', ...ms('theme')],
    ['components of the section that a theme renders again', ...ms('themeRenders')],
    ['nodes of the section that a theme changes', ...ms('themeMutations')],
    ['layout shift of all this', ...results.map(({ moves }) => moves.shift.toFixed(4))],
    [
      `memory over ${results[0]?.memory.moves} moves, garbage collected, nothing compiled`,
      ...growth,
    ],
  ]);
}
