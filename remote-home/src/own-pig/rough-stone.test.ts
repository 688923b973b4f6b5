import { expect, test } from '@jest/globals';
import { cutAlong, strokeOf } from './rough-stone.tsx';

test('a stroke is equal from either end, and its direction is one of eight', () => {
  const middle = { x: 300, y: 300 };
  const strokes = [...Array(16).keys()].map((turn) => {
    const angle = ((turn + 0.9) * Math.PI) / 8;
    return strokeOf(cutAlong(middle, { x: 300 + Math.cos(angle), y: 300 + Math.sin(angle) }));
  });
  expect(strokes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7]);
});
