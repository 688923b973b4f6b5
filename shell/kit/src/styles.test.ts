import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { palette } from '@portfolio/contract/read-palette.ts';
import { tokens } from './styles.ts';

const document = readFileSync(path.join(import.meta.dirname, '../../document.html'), 'utf8');

const themes = ['light', 'dark'] as const;

test.each(themes)('the %s theme defines every variable, and none that is unused', (theme) => {
  const used = [...Object.values(tokens), document].flatMap((of) =>
    [...of.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name),
  );
  // The dark theme leaves it as it is.
  const defined = new Set([...palette(document, theme).keys(), '--unseen']);
  expect([...defined].sort()).toEqual([...new Set(used)].sort());
});

/** Evaluates the module as another page would, and styles components in this order. */
async function idsOf(styles: readonly string[]): Promise<string[]> {
  jest.resetModules();
  const { styled } = await import('./styles.ts');
  const make = [styled.div, styled.p.attrs({}), styled('b')] as (typeof styled)['div'][];
  const ids = styles.map((css, at) => make[at]?.([css] as unknown as TemplateStringsArray));
  return ids.map((each) => each?.styledComponentId ?? '');
}

test('class names depend on the styles, and not on the order in which modules run', async () => {
  const all = ['color: red;', 'color: blue;', 'color: green;'];
  const ids = await idsOf(all);
  expect(new Set(ids).size).toBe(3);
  expect(await idsOf(all.toReversed())).toEqual(ids.toReversed());
});
