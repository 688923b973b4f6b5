/** A triangle of the backdrop: its corners as SVG writes them, and how much light it catches. */
export interface Facet {
  points: string;
  light: number;
}

const columns = 6;
const rows = 5;

/**
 * Cuts a surface of 100 by 100 into facets, like the pig's. The same seed gives the same cut.
 */
export function cutFacets(seed: number): Facet[] {
  const random = randomFrom(seed);
  const corners = Array.from({ length: (columns + 1) * (rows + 1) }, (_, index) => {
    const column = index % (columns + 1);
    const row = Math.floor(index / (columns + 1));
    return `${place(column, columns, random())} ${place(row, rows, random())}`;
  });
  const facets: Facet[] = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [a, b, c, d] = [0, 1, columns + 1, columns + 2].map(
        (step) => corners[row * (columns + 1) + column + step],
      );
      facets.push({ points: `${a} ${b} ${c}`, light: random() });
      facets.push({ points: `${b} ${d} ${c}`, light: random() });
    }
  return facets;
}

/**
 * The facets that catch about the same light as one path, and how much it covers (0.2 to 0.6). A
 * shape a facet would be half of the page's document; five lights and even numbers are 0.2 kB less
 * than ten lights and any whole number, and look alike.
 */
export function pathsByLight(facets: readonly Facet[]): { light: number; path: string }[] {
  const paths = new Map<number, string>();
  for (const { points, light } of facets) {
    const step = Math.round((0.15 + light * 0.5) * 10) / 10;
    // A shape that is only filled is closed by itself.
    paths.set(step, `${paths.get(step) ?? ''}M${points}`);
  }
  return [...paths].map(([light, path]) => ({ light, path }));
}

/** A corner lies near its place in the grid, on the edge at it; farther off, facets would overlap. */
function place(step: number, steps: number, chance: number): number {
  const isEdge = step === 0 || step === steps;
  return Math.round(((step + (isEdge ? 0 : (chance - 0.5) * 0.7)) / steps) * 50) * 2;
}

/** Mulberry32: small, and the same in every browser. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
