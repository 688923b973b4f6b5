import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { z } from 'zod';
import type { Statements } from '../database/database.ts';
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

/** The owner gets a mail about a release that failed so many visitor groups: a bad connection fails one. */
const worthMail = 3;

/** Counts a visitor group that a release failed. */
export async function noteFailure(store: Store, ref: ReleaseRef): Promise<void> {
  await count(store, ref, { error: '', places: [] });
}

/** Counts a visitor group in whose browser a release threw an error. */
export async function noteThrown(store: Store, ref: ReleaseRef, thrown: ThrownError) {
  await count(store, ref, thrown);
  await store.database.run(
    `DELETE FROM faults WHERE name = $1 AND id = $2 AND error <> '' AND (error, places) NOT IN (
      SELECT error, places FROM faults WHERE name = $1 AND id = $2 AND error <> ''
      ORDER BY visitors DESC, last_at DESC LIMIT $3
    )`,
    [ref.name, ref.id, mostKept],
  );
}

async function count(
  { database }: Store,
  { name, id }: ReleaseRef,
  { error, places }: ThrownError,
) {
  await database.run(
    `INSERT INTO faults (name, id, error, places, visitors, last_at, is_told)
    VALUES ($1, $2, $3, $4, 1, $5, 0) ON CONFLICT (name, id, error, places)
    DO UPDATE SET visitors = faults.visitors + 1, last_at = excluded.last_at`,
    [name, id, error, places.join(' '), Date.now()],
  );
}

/** Reads what all releases of a name threw, or one of them, the latest first. */
export async function readThrown(
  { database }: Store,
  { name, id }: { name: string; id?: string },
): Promise<KnownError[]> {
  const rows = await database.run<{
    id: string;
    error: string;
    places: string;
    visitors: number;
    last_at: number;
  }>(
    `SELECT id, error, places, visitors, last_at FROM faults
    WHERE name = $1 AND ($2 = '' OR id = $2) AND error <> '' ORDER BY last_at DESC LIMIT $3`,
    [name, id ?? '', mostShown],
  );
  return rows.map(({ places, last_at: lastAt, ...row }) => ({
    name,
    ...row,
    lastAt,
    places: places.split(' ').filter(Boolean),
  }));
}

/** Counts the visitor groups that each release of a name (or of all) failed, by `home@0123456789ab`. */
export async function readFailures({ database }: Store, name = ''): Promise<Map<string, number>> {
  const rows = await database.run<{ name: string; id: string; visitors: number }>(
    "SELECT name, id, visitors FROM faults WHERE error = '' AND ($1 = '' OR name = $1)",
    [name],
  );
  return new Map(rows.map((row) => [`${row.name}@${row.id}`, row.visitors]));
}

/**
 * Claims the mail to the owner about a release that fails visitors, so that one process sends it once.
 * @returns how many visitor groups the release failed, if the caller has to send the mail
 */
export async function claimMail({ database }: Store, ref: ReleaseRef): Promise<number | undefined> {
  const [claimed] = await database.run<{ visitors: number }>(
    `UPDATE faults SET is_told = 1 WHERE name = $1 AND id = $2 AND error = '' AND is_told = 0
    AND visitors >= $3 RETURNING visitors`,
    [ref.name, ref.id, worthMail],
  );
  return claimed?.visitors;
}

/** Gives a claim back, so that the next failure sends the mail. */
export async function giveMailBack({ database }: Store, { name, id }: ReleaseRef): Promise<void> {
  await database.run("UPDATE faults SET is_told = 0 WHERE name = $1 AND id = $2 AND error = ''", [
    name,
    id,
  ]);
}

/** Within a transaction: deletes all records of failures of a release. */
export async function forgetFaults(tx: Statements, { name, id }: ReleaseRef): Promise<void> {
  await tx.run('DELETE FROM faults WHERE name = $1 AND id = $2', [name, id]);
}
