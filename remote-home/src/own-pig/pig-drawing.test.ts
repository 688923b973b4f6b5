import { expect, test } from '@jest/globals';
import { type PigTraits, readPig, strokeCount, traitsOf } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';

test('every stroke but the second half of the colour has a visible effect', () => {
  const straight = Array<number>(strokeCount).fill(0);
  const drawings = straight.map((_, index) => look(traitsOf(straight.with(index, 7))));
  expect(new Set([look(traitsOf(straight)), ...drawings]).size).toBe(strokeCount + 1);
});

test('every shape of every part looks different', () => {
  const kinds = { leftEar: 4, rightEar: 4, brow: 8, hue: 16, tail: 4, mouth: 8 };
  const plain = readPig('0000') as PigTraits;
  for (const [trait, count] of Object.entries(kinds)) {
    const looks = Array.from({ length: count }, (_, kind) => look({ ...plain, [trait]: kind }));
    expect(new Set(looks).size).toBe(count);
  }
});

test('a part is not drawn before its stroke', () => {
  const pig = readPig('ffff') as PigTraits;
  const counts = Array.from({ length: strokeCount + 1 }, (_, cuts) => drawPig(pig, cuts).length);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(5);
});

function look(pig: PigTraits): string {
  return JSON.stringify(drawPig(pig));
}
