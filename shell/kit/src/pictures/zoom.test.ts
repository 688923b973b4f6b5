import { expect, test } from '@jest/globals';
import { canZoomIn, canZoomOut, zoom } from './zoom.ts';

test('from 1 to 50 there are 98 steps of a half, and as many back', () => {
  const steps: number[] = [1];
  while (canZoomIn(steps.at(-1) ?? 50)) steps.push(zoom(steps.at(-1) ?? 50, 'in'));
  expect(steps).toEqual(Array.from({ length: 99 }, (_, index) => 1 + index / 2));
  expect(steps.toReversed().map((scale) => zoom(scale, 'out'))).toEqual(
    steps.toReversed().map((scale) => Math.max(1, scale - 0.5)),
  );
});

test('1 is the smallest scale and 50 the largest', () => {
  expect(zoom(1, 'out')).toBe(1);
  expect(zoom(50, 'in')).toBe(50);
  expect([canZoomOut(1), canZoomOut(1.5)]).toEqual([false, true]);
  expect([canZoomIn(50), canZoomIn(49.5)]).toEqual([false, true]);
});
