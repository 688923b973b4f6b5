import { expect, test } from '@jest/globals';
import { type Stroke, strokeCount } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';

test('strokes choose of 4 ears, 8 brows, 16 colours, 4 tails and 8 mouths', () => {
  const straight = Array<Stroke>(strokeCount).fill(0);
  const looks = straight.map((_, at) => {
    const pigs = [...Array(8).keys()].map((stroke) => drawPig(straight.with(at, stroke)));
    for (const path of new Set(pigs.flat().map(({ d }) => d)))
      expect(path).toMatch(/^(M[-. \dachlqstvz]+)*$/i);
    return new Set(pigs.map((shapes) => JSON.stringify(shapes))).size;
  });
  expect(looks).toEqual([4, 4, 8, 8, 2, 4, 8]);
});

test('a part is not drawn before its stroke', () => {
  const counts = [...Array(8).keys()].map((cuts) => drawPig(Array<Stroke>(cuts).fill(7)).length);
  const added = counts.slice(1).map((count, cut) => count - (counts[cut] ?? 0));
  expect(added).toEqual([3, 3, 2, 0, 2, 2, 6]);
});
