/** The direction of a stroke in eighths of a half turn, 0 to 7. */
export type Stroke = number;

export const strokeCount = 7;

/** The strokes of a pig by its code in an address, such as `3501724`; undefined for any other words. */
export function readPig(code: string | null): readonly Stroke[] | undefined {
  return code && /^[0-7]{7}$/.test(code) ? [...code].map(Number) : undefined;
}
