/** The widths of letters of the site's font at a weight of 500, in em; of a letter the first that matches. */
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
 * Where the links have room as tabs, as a media condition: from some width on, beside the name and the switches
 * or, where those stand in two rows, below the name. It is estimated from the words, since a page is prerendered
 * for every window and CSS has to tell before any script runs. In em, as the widths at which the header gives
 * way, with what stands around the tabs there.
 * @param labels the words of the links
 * @param name what stands in the middle of the header
 */
export function whereTabsFit(labels: readonly string[], name: string): string {
  const letters = labels.reduce((sum, label) => sum + widthOf(label), 0);
  const gaps = labels.length - 1;
  // With the dash between two of them and the room around it.
  const [small, large] = [0.9375 * letters + 1.27 * gaps, 1.125 * letters + 1.87 * gaps];
  const needs = [
    { from: 50, width: large + 1.375 * widthOf(name) + 22 },
    { from: 36, width: small + 1.1875 * widthOf(name) + 9.25 },
    { from: 20, width: small + 7 },
  ];
  // The widest window in which they have none: in smaller ones tabs would only come and go.
  const lack = needs.find(({ from, width }) => width > from);
  return `(not (max-aspect-ratio: 3/4))${lack ? ` and (min-width: ${lack.width.toFixed(1)}em)` : ''}`;
}
