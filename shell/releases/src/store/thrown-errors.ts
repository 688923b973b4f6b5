import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { z } from 'zod';
import type { Store } from './store.ts';

/** An error that a release threw in visitors' browsers. Also validates the untrusted answer of a site. */
export const knownError = z.object({
  name: z.string(),
  id: z.string(),
  /** The error's class, such as `TypeError`. */
  error: z.string(),
  /** Positions in scripts, the innermost first, such as `home@0123456789ab/remoteEntry.mjs:1:2345`. */
  places: z.array(z.string()),
  visitors: z.int(),
  lastAt: z.int(),
});

export type KnownError = z.infer<typeof knownError>;
export type ThrownError = Pick<KnownError, 'error' | 'places'>;

/** How many errors of a release are kept: the most frequent, then the latest. Forged ones have one visitor each. */
const mostKept = 20;
const mostShown = 60;

export async function noteThrown(
  { facts }: Store,
  { name, id }: ReleaseRef,
  { error, places }: ThrownError,
): Promise<void> {
  await facts.run(
    `INSERT INTO faults (name, id, error, places, visitors, last_at) VALUES ($1, $2, $3, $4, 1, $5)
    ON CONFLICT (name, id, error, places)
    DO UPDATE SET visitors = faults.visitors + 1, last_at = excluded.last_at`,
    [name, id, error, places.join(' '), await facts.now()],
  );
  await facts.run(
    `DELETE FROM faults WHERE name = $1 AND id = $2 AND (error, places) NOT IN (
      SELECT error, places FROM faults WHERE name = $1 AND id = $2
      ORDER BY visitors DESC, last_at DESC LIMIT $3
    )`,
    [name, id, mostKept],
  );
}

/** Reads what all releases of a name threw, or one of them, the latest first. */
export async function readThrown(
  { facts }: Store,
  { name, id }: { name: string; id?: string },
): Promise<KnownError[]> {
  const rows = await facts.run<{
    id: string;
    error: string;
    places: string;
    visitors: number;
    last_at: number;
  }>(
    `SELECT id, error, places, visitors, last_at FROM faults
    WHERE name = $1 AND ($2 = '' OR id = $2) ORDER BY last_at DESC LIMIT $3`,
    [name, id ?? '', mostShown],
  );
  return rows.map(({ places, last_at: lastAt, ...row }) => ({
    name,
    ...row,
    lastAt,
    places: places.split(' ').filter(Boolean),
  }));
}
