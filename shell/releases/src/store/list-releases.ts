import { z } from 'zod';
import { type LiveIds, nothingLive, readLive } from './release-rows.ts';
import type { Store } from './store.ts';

/** Also validates the untrusted answer of a site. */
export const listedRelease = z.object({
  name: z.string(),
  id: z.string(),
  is: z.enum(['live', 'previous', 'older', 'rolled back', 'retired', 'preview']),
  createdAt: z.iso.datetime(),
  commit: z.string(),
  bytes: z.number(),
  failed: z.number(),
});

export type ListedRelease = z.infer<typeof listedRelease>;

type ReleaseRow = Omit<ListedRelease, 'is'> & { left_at: number | null };

/** Lists the releases of a name, or of all names, the newest first. */
export async function listReleases(store: Store, name?: string): Promise<ListedRelease[]> {
  const rows = await store.database.run<ReleaseRow>(
    `SELECT name, id, created_at AS "createdAt", commit_hash AS "commit", bytes, left_at,
      COALESCE((SELECT visitors FROM faults
        WHERE faults.name = releases.name AND faults.id = releases.id AND error = ''), 0) AS failed
    FROM releases WHERE $1 = '' OR name = $1 ORDER BY name, created_at DESC, id`,
    [name ?? ''],
  );
  const live = await readLive(store.database);
  return rows.map(({ left_at, ...row }) => ({
    ...row,
    is: placeOf({ id: row.id, left_at }, live.get(row.name)),
  }));
}

function placeOf(
  { id, left_at }: Pick<ReleaseRow, 'id' | 'left_at'>,
  { ids, retired }: LiveIds = nothingLive,
): ListedRelease['is'] {
  const position = ids.indexOf(id);
  if (position >= 0) return (['live', 'previous'] as const)[position] ?? 'older';
  // A roll-back makes this one live again.
  if (retired[0] === id) return 'retired';
  if (retired.includes(id)) return 'older';
  // A rolled back release was live once; a preview never was.
  return left_at === null ? 'preview' : 'rolled back';
}
