import { expect, test } from '@jest/globals';
import { cutAlong, cutStone, type Facet, middle, strokeOf } from './stone.ts';

const cuts = [0, 0.4, 0.9, 1.3, 1.9, 2.4, 2.9].map((angle, index) => ({
  x: middle.x + index * 13,
  y: middle.y - index * 17,
  angle,
}));

test('cuts divide the stone and keep its area', () => {
  const whole = areaOf(cutStone([]));
  let count = cutStone([]).length;
  for (const [index] of cuts.entries()) {
    const facets = cutStone(cuts.slice(0, index + 1));
    expect(facets.length).toBeGreaterThan(count);
    expect(areaOf(facets) / whole).toBeCloseTo(1, 6);
    count = facets.length;
  }
});

test('a cut beside the stone divides nothing', () => {
  expect(cutStone([{ x: 0, y: -400, angle: 0 }])).toEqual(cutStone([]));
});

test('a cut makes the facets above it lighter, and those below darker', () => {
  const meanOf = (facets: readonly Facet[]) =>
    facets.reduce((sum, { lightness }) => sum + lightness, 0) / facets.length;
  const facets = cutStone([{ ...middle, angle: 0 }]);
  const isAbove = ({ corners }: Facet) => corners.every(({ y }) => y < middle.y + 1);
  const [above, below] = [facets.filter(isAbove), facets.filter((facet) => !isAbove(facet))];
  expect(meanOf(above)).toBeGreaterThan(meanOf(below));
});

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

function areaOf(facets: readonly Facet[]): number {
  return facets.reduce((sum, { corners }) => {
    const doubled = corners.reduce((part, corner, index) => {
      const next = corners[(index + 1) % corners.length] ?? corner;
      return part + corner.x * next.y - next.x * corner.y;
    }, 0);
    return sum + Math.abs(doubled) / 2;
  }, 0);
}
