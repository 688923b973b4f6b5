import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { palette } from '@portfolio/contract/palette.ts';
import { tokens } from './tokens.ts';

const document = readFileSync(path.join(import.meta.dirname, '../../document.html'), 'utf8');

const themes = [
  ['light', palette(document, 'light')],
  ['dark', palette(document, 'dark')],
] as const;

test.each(themes)('the %s theme defines every variable, and none that is unused', (_, set) => {
  const texts = [...Object.values(tokens), document];
  const used = texts.flatMap((text) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name),
  );
  expect([...set.keys()].sort()).toEqual([...new Set(used)].sort());
});

const pairs = [
  ...['text', 'text-soft', 'accent', 'success', 'warning', 'error'].flatMap((ink) =>
    ['background', 'surface'].map((paper) => [ink, paper] as const),
  ),
  ['button-text', 'button'],
  // A tooltip has the page's colours reversed.
  ['background', 'text'],
] as const;

test.each(
  themes.flatMap(([theme, set]) => pairs.map(([ink, paper]) => ({ theme, set, ink, paper }))),
)('$theme: $ink can be read on $paper', ({ set, ink, paper }) => {
  expect(contrast(set.get(`--${ink}`), set.get(`--${paper}`))).toBeGreaterThanOrEqual(4.5);
});

test('black on white has the contrast 21', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

/** The contrast ratio of WCAG 2. */
function contrast(ink = '', paper = ''): number {
  const [darker = 0, lighter = 0] = [luminance(ink), luminance(paper)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = (full.match(/\w\w/g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
