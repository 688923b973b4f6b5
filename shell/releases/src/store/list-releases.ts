import { z } from 'zod';
import { BrokenFileError } from '../release/integrity.ts';
import { readFailures } from './faults.ts';
import { fallbackDepth, type LiveIds, nothingLive, readLive } from './release-rows.ts';
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

type ReleaseRow = {
  name: string;
  id: string;
  created_at: string;
  commit_hash: string;
  bytes: number;
  left_at: number | null;
};

/** Lists the releases of a name, or of all names, the newest first. */
export async function listReleases(store: Store, name?: string): Promise<ListedRelease[]> {
  const rows = await store.database.run<ReleaseRow>(
    `SELECT name, id, created_at, commit_hash, bytes, left_at FROM releases
    WHERE $1 = '' OR name = $1 ORDER BY name, created_at DESC, id`,
    [name ?? ''],
  );
  const live = await readLive(store.database);
  const failures = await readFailures(store, name);
  return rows.map((row) => ({
    name: row.name,
    id: row.id,
    is: placeOf(row, live.get(row.name)),
    createdAt: row.created_at,
    commit: row.commit_hash,
    bytes: row.bytes,
    failed: failures.get(`${row.name}@${row.id}`) ?? 0,
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

/** Reads the files of all live releases and of their fallbacks that this process has not read yet. @returns a sentence for each broken one */
export async function findFaults(store: Store): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, { ids }] of await readLive(store.database)) {
    for (const id of ids.slice(0, fallbackDepth)) {
      await store.releases.open({ name, id }).catch((error) => {
        if (!(error instanceof BrokenFileError)) throw error;
        faults.push(`${name}@${id}: ${error.message}`);
      });
    }
  }
  return faults;
}
