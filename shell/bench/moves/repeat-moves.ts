import type { Browser } from 'playwright';
import { medians } from '../loads/median.ts';
import { rotated } from '../loads/rotated.ts';
import type { RunningVariant } from '../variants/variants.ts';
import { type Moves, measureMoves } from './measure-moves.ts';

/** Moves about on every variant so many times, in turns; the medians of each. */
export async function repeatMoves(
  browser: Browser,
  variants: readonly RunningVariant[],
  walks: number,
): Promise<Map<RunningVariant['name'], Moves>> {
  const all = new Map(variants.map(({ name }) => [name, [] as Moves[]]));
  for (let walk = 0; walk < walks; walk += 1) {
    console.log(`Moving about, walk ${walk + 1} of ${walks}`);
    for (const { name, site } of rotated(variants, walk))
      all.get(name)?.push(await measureMoves(browser, site.url));
  }
  return new Map([...all].map(([name, rows]) => [name, medians(rows)]));
}
