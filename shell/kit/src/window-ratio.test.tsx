/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { readWindowRatio, useWindowRatio } from './window-ratio.ts';

/** Answers media queries as a browser with a window of this size; Node has no window. */
function resizeTo(width: number, height: number): void {
  const matches = (query: string) => {
    const [, bound, over, under] = /^\((min|max)-aspect-ratio: (\d+)\/(\d+)\)$/.exec(query) ?? [];
    if (!bound) throw new Error(`No query of an aspect ratio: ${query}`);
    const difference = width * Number(under) - height * Number(over);
    return bound === 'min' ? difference >= 0 : difference <= 0;
  };
  const matchMedia = (query: string) => ({ matches: matches(query) });
  Object.assign(globalThis, { matchMedia });
}

test.each([
  [1600, 900, 'pc'],
  [800, 600, 'pc'],
  [1199, 900, 'square'],
  [1201, 900, 'pc'],
  [1000, 1000, 'square'],
  [601, 800, 'square'],
  [600, 800, 'mobile'],
  [599, 800, 'mobile'],
  [390, 844, 'mobile'],
])('a window of %i by %i is %s', (width, height, ratio) => {
  resizeTo(width, height);
  expect(readWindowRatio()).toBe(ratio);
});

const Ratio = () => useWindowRatio();

test('a page that asks for the ratio can be prerendered', () => {
  expect(renderToString(<Ratio />)).toBe('pc');
});
