import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Statements } from '../database/database.ts';
import { forgetFaults } from './faults.ts';
import { fallbackDepth, readLiveOf, writeLive } from './release-rows.ts';

/** An open page may need a release that left so long ago. */
const keptMs = 7 * 86_400_000;

/** How many are kept, however old: of those that were live, and of previews. */
const kept = { wereLive: 20, previews: 10 };

/**
 * Within the transaction of a publication: removes older releases of the name with all their records.
 * @param added the published one, which stays
 */
export async function removeOld(tx: Statements, { name, id: added }: ReleaseRef): Promise<void> {
  const live = await readLiveOf(tx, name);
  const inUse = [added, ...[...live.ids, ...live.retired].slice(0, fallbackDepth)];
  const rows = await tx.run<{ id: string; left_at: number | null }>(
    'SELECT id, left_at FROM releases WHERE name = $1 ORDER BY left_at DESC, created_at DESC',
    [name],
  );
  const others = rows.filter(({ id }) => !inUse.includes(id));
  const wereLive = others.filter(({ left_at }) => left_at !== null).slice(kept.wereLive);
  const previews = others.filter(({ left_at }) => left_at === null).slice(kept.previews);
  const isOld = ({ left_at }: { left_at: number | null }) => Number(left_at) < Date.now() - keptMs;
  const removed = new Set([...wereLive.filter(isOld), ...previews].map(({ id }) => id));
  if (removed.size === 0) return;
  for (const id of removed) {
    for (const table of ['releases', 'archives'])
      await tx.run(`DELETE FROM ${table} WHERE name = $1 AND id = $2`, [name, id]);
    await forgetFaults(tx, { name, id });
  }
  const [ids, retired] = [live.ids, live.retired].map((all) =>
    all.filter((id) => !removed.has(id)),
  );
  await writeLive(tx, name, { ids: ids ?? [], retired: retired ?? [] });
}
