import { expect, test } from '@jest/globals';
import { type Stroke, strokeCount } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';

test('every stroke but the second half of the colour has a visible effect', () => {
  const straight = Array<Stroke>(strokeCount).fill(0);
  const drawings = straight.map((_, index) => look(straight.with(index, 7)));
  expect(new Set([look(straight), ...drawings]).size).toBe(strokeCount + 1);
});

function look(strokes: readonly Stroke[]): string {
  return JSON.stringify(drawPig(strokes));
}
