/** Letter widths of the site's font at a weight of 500, in em; the first match counts. */
const letterWidths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[iljI.,:;!|'’ ]/, 0.25],
  [/[tf]/, 0.39],
  [/[crszJ-]/, 0.46],
  [/[MWmw]/, 0.86],
  [/\p{Lu}/u, 0.68],
  [/[\u2e80-\uffff]/, 1],
  [/./, 0.56],
];

function widthOf(words: string): number {
  const widths = [...words].map(
    (letter) => letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 1,
  );
  return widths.reduce((sum, width) => sum + width, 0);
}

/**
 * A media condition for windows in which the links fit as tabs, beside the name and the switches or, in the
 * header of two rows, below the name. The width is estimated from the words, since CSS has to decide before
 * any script runs. All widths are in em, as those at which the header changes.
 */
export function whereTabsFit(labels: readonly string[], name: string): string {
  const letters = labels.reduce((sum, label) => sum + widthOf(label), 0);
  const gaps = labels.length - 1;
  // Each gap contains a dash and its padding.
  const [small, large] = [0.9375 * letters + 1.27 * gaps, 1.125 * letters + 1.87 * gaps];
  const needs = [
    { from: 50, width: large + 1.375 * widthOf(name) + 22 },
    { from: 36, width: small + 1.1875 * widthOf(name) + 9.25 },
    { from: 20, width: small + 7 },
  ];
  // The widest layout in which tabs do not fit decides, or they would come and go as the window shrinks.
  const lack = needs.find(({ from, width }) => width > from);
  return `(not (max-aspect-ratio: 3/4))${lack ? ` and (min-width: ${lack.width.toFixed(1)}em)` : ''}`;
}
