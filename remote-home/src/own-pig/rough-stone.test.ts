import { expect, test } from '@jest/globals';
import { cutAlong, strokeOf } from './rough-stone.tsx';

test('a stroke is equal from either end, and its direction is one of eight', () => {
  const seen = new Set<number>();
  for (let degrees = 0; degrees < 360; degrees += 5) {
    const turn = (degrees * Math.PI) / 180;
    const end = { x: 300 + Math.cos(turn) * 200, y: 300 + Math.sin(turn) * 200 };
    const stroke = strokeOf(cutAlong({ x: 300, y: 300 }, end));
    const isOnEdge = degrees % 22.5 === 0;
    if (!isOnEdge) expect(strokeOf(cutAlong(end, { x: 300, y: 300 }))).toBe(stroke);
    seen.add(stroke);
  }
  expect([...seen].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
