/** What one of the seven strokes was like: its direction as an eighth of a half turn, 0 to 7. */
export type Stroke = number;

/** How many strokes make a pig. */
export const strokeCount = 7;

/** What a pig looks like; every part is a number that `pig-drawing.ts` has a shape for. */
export interface PigTraits {
  leftEar: number;
  rightEar: number;
  brow: number;
  hue: number;
  tail: number;
  mouth: number;
}

/** How many shapes each part has, in the order of the strokes that decide it; 2 to the 16th in all. */
const shapes = { leftEar: 4, rightEar: 4, brow: 8, hue: 16, tail: 4, mouth: 8 } as const;
const traits = Object.keys(shapes) as (keyof PigTraits)[];

/**
 * The traits that strokes have decided so far: ears, ears, brow, colour, colour, tail, mouth. What no stroke
 * has decided yet is 0.
 */
export function traitsOf(strokes: readonly Stroke[]): PigTraits {
  const [leftEar = 0, rightEar = 0, brow = 0, hue = 0, shade = 0, tail = 0, mouth = 0] = strokes;
  return {
    leftEar: leftEar >> 1,
    rightEar: rightEar >> 1,
    brow,
    hue: hue * 2 + (shade % 2),
    tail: tail >> 1,
    mouth,
  };
}

/** Four hexadecimal digits, such as `7f3a`: a pig as an address has it. */
export function writePig(pig: PigTraits): string {
  const number = traits.reduce((sum, trait) => sum * shapes[trait] + pig[trait], 0);
  return number.toString(16).padStart(4, '0');
}

/** @returns nothing where the words are not four hexadecimal digits */
export function readPig(words: string | null): PigTraits | undefined {
  if (!words || !/^[\da-f]{4}$/.test(words)) return undefined;
  let rest = Number.parseInt(words, 16);
  const pig = { leftEar: 0, rightEar: 0, brow: 0, hue: 0, tail: 0, mouth: 0 };
  for (const trait of traits.toReversed()) {
    pig[trait] = rest % shapes[trait];
    rest = Math.floor(rest / shapes[trait]);
  }
  return pig;
}
