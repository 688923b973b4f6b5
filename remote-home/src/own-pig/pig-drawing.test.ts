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
  expect(counts).toEqual([72, 75, 78, 80, 80, 82, 84, 90]);
});
