/** The preview's scale: steps of 0.5 between 1 and 50. */
const step = 0.5;
const smallest = 1;
const largest = 50;

/** The next scale in or out, kept within its bounds. */
export function zoom(scale: number, direction: 'in' | 'out'): number {
  const next = direction === 'in' ? scale + step : scale - step;
  return Math.min(largest, Math.max(smallest, next));
}

/** The step next to a scale that two fingers ask for. */
export function nearestStep(scale: number): number {
  return Math.min(largest, Math.max(smallest, Math.round(scale / step) * step));
}

/** Whether there is a step left, so that a button at the end of the scale can say so. */
export const canZoomIn = (scale: number) => scale < largest;
export const canZoomOut = (scale: number) => scale > smallest;
