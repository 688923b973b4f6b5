import { expect, test } from '@jest/globals';
import { type Stroke, strokeCount } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';

test('every stroke but the second half of the colour has a visible effect', () => {
  const straight = Array<Stroke>(strokeCount).fill(0);
  const drawings = straight.map((_, index) => look(straight.with(index, 7)));
  expect(new Set([look(straight), ...drawings]).size).toBe(strokeCount + 1);
});

test('a part is not drawn before its stroke', () => {
  const all = Array<Stroke>(strokeCount).fill(7);
  const counts = [0, ...all.keys(), strokeCount].map((end) => drawPig(all.slice(0, end)).length);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(5);
});

function look(strokes: readonly Stroke[]): string {
  return JSON.stringify(drawPig(strokes));
}
