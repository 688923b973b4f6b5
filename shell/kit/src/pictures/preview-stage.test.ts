import { expect, test } from '@jest/globals';
import { nearestStep } from './preview-stage.tsx';

test.each([
  [-3, 1],
  [0.5, 1],
  [1, 1],
  [1.5, 1.5],
  [1.74, 1.5],
  [1.76, 2],
  [49.5, 49.5],
  [50, 50],
  [50.5, 50],
])('the scale has steps of a half from 1 to 50: for %d it is %d', (wanted, scale) => {
  expect(nearestStep(wanted)).toBe(scale);
});
