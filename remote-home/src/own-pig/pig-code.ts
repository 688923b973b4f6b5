/** The direction of a stroke in eighths of a half turn, 0 to 7. */
export type Stroke = number;

export const strokeCount = 7;

/** The look of a pig; each part is the number of a shape in `pig-drawing.ts`. */
export interface PigTraits {
  leftEar: number;
  rightEar: number;
  brow: number;
  hue: number;
  tail: number;
  mouth: number;
}

/** The number of shapes of each part, in the order of the strokes; 2 to the 16th in all. */
const shapes = { leftEar: 4, rightEar: 4, brow: 8, hue: 16, tail: 4, mouth: 8 } as const;
const traits = Object.keys(shapes) as (keyof PigTraits)[];

/** The traits by strokes: ears, ears, brow, colour, colour, tail, mouth. A trait without a stroke is 0. */
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

/** A pig as four hexadecimal digits in an address, such as `7f3a`. */
export function writePig(pig: PigTraits): string {
  const number = traits.reduce((sum, trait) => sum * shapes[trait] + pig[trait], 0);
  return number.toString(16).padStart(4, '0');
}

/** @returns undefined unless the words are four hexadecimal digits */
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
