import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { palette } from '@portfolio/contract/palette.ts';
import { tokens } from './styles.ts';

const document = readFileSync(path.join(import.meta.dirname, '../../document.html'), 'utf8');

const themes = ['light', 'dark'] as const;

test.each(themes)('the %s theme defines every variable, and none that is unused', (theme) => {
  const texts = [...Object.values(tokens), document];
  const used = texts.flatMap((text) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name),
  );
  // The dark theme leaves it as it is.
  const defined = new Set([...palette(document, theme).keys(), '--unseen']);
  expect([...defined].sort()).toEqual([...new Set(used)].sort());
});
