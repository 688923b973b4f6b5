import { expect, test } from '@jest/globals';
import { cutFacets, pathsByLight } from './facets.ts';

test.each([300, 0, 250, 185])('the facets of %d cover the surface without a hole', (seed) => {
  const area = cutFacets(seed).reduce((sum, { points }) => sum + areaOf(points), 0);
  expect(area).toBeCloseTo(100 * 100, 3);
});

test('the same seed gives the same cut, another seed another', () => {
  expect(cutFacets(250)).toEqual(cutFacets(250));
  expect(cutFacets(250)).not.toEqual(cutFacets(185));
});

test('facets of the same light are one path, and none is lost', () => {
  const facets = cutFacets(300);
  const paths = pathsByLight(facets);
  expect(paths.length).toBeLessThanOrEqual(11);
  expect(
    paths
      .map(({ path }) => path)
      .join('')
      .split('M'),
  ).toHaveLength(facets.length + 1);
});

function areaOf(points: string): number {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = points.split(' ').map(Number);
  return Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2;
}
