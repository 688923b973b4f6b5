/** What a channel takes of the grey that the eye sees: the weights of the filter `hue-rotate()`. */
const grey = { r: 0.213, g: 0.715, b: 0.072 };

/** How far a turn moves each channel, beside the cosine's part: the filter's, too. */
const sines = {
  r: { r: -0.213, g: -0.715, b: 0.928 },
  g: { r: 0.143, g: 0.14, b: -0.283 },
  b: { r: -0.787, g: 0.715, b: 0.072 },
} as const;

/**
 * The CSS colour that `filter: hue-rotate()` would make of another one.
 * @param color any CSS colour
 * @param degrees of the turn
 * @see https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement
 */
export function turnedHue(color: string, degrees: number): string {
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const sine = Math.sin((degrees * Math.PI) / 180);
  const channels = (['r', 'g', 'b'] as const).map((to) => {
    const parts = (['r', 'g', 'b'] as const).map((from) => {
      const own = from === to ? 1 : 0;
      const share = grey[from] + cosine * (own - grey[from]) + sine * sines[to][from];
      return `${from}*${Number(share.toFixed(3))}`;
    });
    // Beyond 0 to 1 a wide screen would show more colour than the filter.
    return `clamp(0,${parts.join(' + ')},1)`;
  });
  return `color(from ${color} srgb ${channels.join(' ')})`;
}
