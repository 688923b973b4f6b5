/** In the units of the drawing, 640 by 640. */
export interface Point {
  x: number;
  y: number;
}

/** A straight cut through a point; the angle is in radians, clockwise from the right. */
export interface Cut extends Point {
  angle: number;
}

export const outline =
  'M196 6L404-14 566 72 640 250 622 452 520 612 318 644 128 604 16 470-2 262 70 96z';
/** Cracks of the uncut stone. */
export const cracks: readonly Cut[] = [
  { x: 150, y: 150, angle: 2.2 },
  { x: 470, y: 190, angle: 0.7 },
  { x: 400, y: 500, angle: 2.7 },
  { x: 180, y: 470, angle: 1.2 },
];
export const middle: Point = { x: 318, y: 318 };

/** Moves what is drawn about the origin to the cut: the light comes from above. */
export function transformOf({ x, y, angle }: Cut): string {
  return `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`;
}

export function cutAlong(start: Point, end: Point): Cut {
  return { x: start.x, y: start.y, angle: turnOf(Math.atan2(end.y - start.y, end.x - start.x)) };
}

/** Reduces an angle to less than a half turn, as a line has no direction. */
export function turnOf(angle: number): number {
  return ((angle % Math.PI) + Math.PI) % Math.PI;
}

/** The direction of a cut in eighths of a half turn. */
export function strokeOf({ angle }: Cut): number {
  return Math.min(7, Math.floor((turnOf(angle) / Math.PI) * 8));
}
