/** In the units of the drawing, 640 by 640. */
export interface Point {
  x: number;
  y: number;
}

/** A convex piece of the stone between its cuts. */
export interface Facet {
  corners: readonly Point[];
  /** In percent. */
  lightness: number;
}

/** A straight cut through a point; the angle is in radians, clockwise from the right. */
export interface Cut extends Point {
  angle: number;
}

const rough = [
  [196, 6],
  [404, -14],
  [566, 72],
  [640, 250],
  [622, 452],
  [520, 612],
  [318, 644],
  [128, 604],
  [16, 470],
  [-2, 262],
  [70, 96],
] as const;
/** Cracks of the uncut stone. */
const cracks = [
  { x: 150, y: 150, angle: 2.2 },
  { x: 470, y: 190, angle: 0.7 },
  { x: 400, y: 500, angle: 2.7 },
  { x: 180, y: 470, angle: 1.2 },
];
const uncut = cracks.reduce((facets, crack) => facets.flatMap((facet) => divide(facet, crack, 4)), [
  { corners: rough.map(([x, y]) => ({ x, y })), lightness: 40 },
] as Facet[]);
export const middle: Point = { x: 318, y: 318 };

/** Each cut divides the facets it crosses into a lighter and a darker part. */
export function cutStone(cuts: readonly Cut[]): Facet[] {
  return cuts.reduce(
    (facets, cut, index) => facets.flatMap((facet) => divide(facet, cut, 9 - index)),
    uncut,
  );
}

function divide({ corners, lightness }: Facet, cut: Cut, step: number): Facet[] {
  const distances = corners.map((corner) => distance(corner, cut));
  const parts: [Point[], Point[]] = [[], []];
  for (const [index, corner] of corners.entries()) {
    const next = (index + 1) % corners.length;
    const [from = 0, to = 0] = [distances[index], distances[next]];
    parts[from < 0 ? 0 : 1].push(corner);
    const isCrossed = from < 0 !== to < 0;
    if (!isCrossed) continue;
    const end = corners[next] ?? corner;
    const share = from / (from - to);
    const crossing = {
      x: corner.x + (end.x - corner.x) * share,
      y: corner.y + (end.y - corner.y) * share,
    };
    parts[0].push(crossing);
    parts[1].push(crossing);
  }
  const [above, below] = parts;
  if (above.length < 3 || below.length < 3) return [{ corners, lightness }];
  return [
    { corners: above, lightness: lightness + step },
    { corners: below, lightness: lightness - step * 0.6 },
  ];
}

/** The distance from the line of a cut: negative above it, where the light comes from. */
function distance({ x, y }: Point, { x: atX, y: atY, angle }: Cut): number {
  return (y - atY) * Math.cos(angle) - (x - atX) * Math.sin(angle);
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
