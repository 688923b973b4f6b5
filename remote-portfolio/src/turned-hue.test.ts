import { expect, test } from '@jest/globals';
import { turnedHue } from './turned-hue.ts';

/** What the colour is of another one, by the numbers within. */
function turned(degrees: number, color: readonly [number, number, number]): number[] {
  const channels = [...turnedHue('c', degrees).matchAll(/clamp\(0,(.+?),1\)/g)];
  return channels.map(([, sum = '']) => {
    const shares = sum.split(' + ').map((part) => Number(part.split('*')[1]));
    const value = shares.reduce((total, share, index) => total + share * (color[index] ?? 0), 0);
    return Math.min(1, Math.max(0, value));
  });
}

test('a whole turn changes nothing', () => {
  expect(turned(360, [0.2, 0.4, 0.8])).toEqual([0.2, 0.4, 0.8]);
});

test.each([0, 40, 90, 155, 210, 300])('grey has no hue to turn by %d degrees', (degrees) => {
  for (const channel of turned(degrees, [0.5, 0.5, 0.5])) expect(channel).toBeCloseTo(0.5, 2);
});

// Read from the pixels of a square with `filter: hue-rotate()` in Chromium.
test.each([
  [90, [255, 0, 0], [0, 91, 0]],
  [300, [255, 0, 0], [202, 0, 201]],
  [180, [248, 115, 190], [49, 182, 107]],
  [215, [196, 34, 236], [0, 143, 23]],
] as const)('a turn by %d degrees is that of the filter', (degrees, [r, g, b], pixel) => {
  const channels = turned(degrees, [r / 255, g / 255, b / 255]);
  expect(channels.map((channel) => Math.round(channel * 255))).toEqual(pixel);
});
