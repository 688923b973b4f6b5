import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Store } from '../store/store.ts';

/** A process that began to look and has no result within this time was killed. */
const timeoutMs = 10 * 60_000;

/**
 * A release is looked at once, however many say that it fails, and by one process.
 * @returns whether it is the caller's turn: no other process has looked at it
 */
export async function beginLook({ ledger }: Store, { name, id }: ReleaseRef): Promise<boolean> {
  if (!ledger) return false;
  const now = await ledger.now();
  const begun = await ledger.run(
    `INSERT INTO verifications (name, id, begun_at) VALUES ($1, $2, $3)
    ON CONFLICT (name, id) DO UPDATE SET begun_at = excluded.begun_at
    WHERE verifications.said IS NULL AND verifications.begun_at < $4
    RETURNING id`,
    [name, id, now, now - timeoutMs],
  );
  return begun.length > 0;
}

/** Nothing came of it: the next process that is told may look. */
export async function giveUpLook({ ledger }: Store, { name, id }: ReleaseRef): Promise<void> {
  await ledger?.run('DELETE FROM verifications WHERE name = $1 AND id = $2', [name, id]);
}

/** Says what came of a look; also of a release that shall not be looked at. */
export async function endLook(
  { ledger }: Store,
  { name, id }: ReleaseRef,
  what: string,
): Promise<void> {
  await ledger?.run(
    `INSERT INTO verifications (name, id, begun_at, said) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name, id) DO UPDATE SET said = excluded.said`,
    [name, id, await ledger.now(), what],
  );
}
