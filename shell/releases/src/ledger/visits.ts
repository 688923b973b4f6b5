import { createHash } from 'node:crypto';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Store } from '../store/store.ts';

/**
 * What a household did with a release. `opened`: took a document of it. `read`: took its texts. `failed`:
 * could not use it. `failed elsewhere`: the same in a preview or beside other releases than the live ones.
 * `threw`: went on using it after it had thrown an error.
 */
export type Step = 'opened' | 'read' | 'failed' | 'failed elsewhere' | 'threw';

/** When a household did what for the first time, in seconds since 1970. */
export type Visit = Partial<Record<Step, number>>;

/** Households by their mark. */
export type Visits = Map<string, Visit>;

/** The households a release failed, and those it served well. */
export interface Households {
  failed: number;
  well: number;
}

/** The slowest way to a report (a shell that hangs on a slow connection) takes less than this. */
const timeoutSeconds = 60;

/** Beyond these no visit is stored; a release is judged by thirty. */
export const mostHouseholds = 2000;
const mostSteps = 10_000;

/** Forged steps that say nothing of a live release leave room for the failures that do. */
const mostOf = (step: Step) =>
  step === 'threw' || step === 'failed elsewhere' ? mostSteps / 2 : mostSteps;

/** What is kept of a household: 16 bits of a hash. They suffice to count to thirty, and identify none. */
export function markOf({ name, id }: ReleaseRef, household: string): string {
  return createHash('sha256').update(`${name}@${id} ${household}`).digest('hex').slice(0, 4);
}

/**
 * Notes a step of a household, once, whichever process it came to. A failure is counted with it.
 * @returns whether it was not noted before
 */
export async function noteVisit(
  { ledger }: Store,
  { name, id }: ReleaseRef,
  mark: string,
  [step, seconds]: [Step, number],
): Promise<boolean> {
  const noted = await ledger?.run(
    `INSERT INTO visits (name, id, mark, step, at)
    SELECT $1, $2, $3, $4, CAST($5 AS BIGINT)
    WHERE (SELECT COUNT(*) FROM visits WHERE name = $1 AND id = $2) < $6
    ON CONFLICT DO NOTHING RETURNING mark`,
    [name, id, mark, step, seconds, mostOf(step)],
  );
  const isNew = (noted ?? []).length > 0;
  if (isNew && failing.test(step)) await ledger?.run(countFailure, [name, id, mark]);
  return isNew;
}

const failing = /^failed/;

/** A household counts once, wherever it failed. */
const countFailure = `
  INSERT INTO failures (name, id, failed)
  SELECT $1, $2, 1 WHERE (
    SELECT COUNT(*) FROM visits
    WHERE name = $1 AND id = $2 AND mark = $3 AND step IN ('failed', 'failed elsewhere')
  ) = 1
  ON CONFLICT (name, id) DO UPDATE SET failed = failures.failed + 1`;

/**
 * How many visitors each release of a name failed, by id; nothing where the ledger cannot be read, as
 * by a team that may read the releases alone.
 */
export async function readFailures(
  { ledger }: Store,
  name: string,
): Promise<Map<string, number> | undefined> {
  const rows = await ledger
    ?.run<{ id: string; failed: number }>('SELECT id, failed FROM failures WHERE name = $1', [name])
    .catch(() => undefined);
  return rows && new Map(rows.map(({ id, failed }) => [id, failed]));
}

export async function readVisits({ ledger }: Store, { name, id }: ReleaseRef): Promise<Visits> {
  const rows = await ledger?.run<{ mark: string; step: Step; at: number }>(
    'SELECT mark, step, at FROM visits WHERE name = $1 AND id = $2',
    [name, id],
  );
  const visits: Visits = new Map();
  for (const { mark, step, at } of rows ?? [])
    visits.set(mark, { ...visits.get(mark), [step]: at });
  return visits;
}

/** The time by which visits are noted: that of the ledger, since those of machines may differ. */
export async function secondsNow({ ledger }: Store): Promise<number> {
  return Math.floor(((await ledger?.now()) ?? Date.now()) / 1000);
}

/**
 * A household is served well when it took a document and its texts and had time to report a failure. Who
 * takes documents alone, as robots do, does not count.
 */
export function countHouseholds(visits: Visits, seconds: number): Households {
  let failed = 0;
  let well = 0;
  for (const visit of visits.values()) {
    const { opened, read } = visit;
    if (visit.failed !== undefined) failed += 1;
    else if (opened !== undefined && read !== undefined)
      well += Math.max(opened, read) + timeoutSeconds <= seconds ? 1 : 0;
  }
  return { failed, well };
}

export async function forgetVisits({ ledger }: Store, { name, id }: ReleaseRef): Promise<void> {
  await ledger?.run('DELETE FROM visits WHERE name = $1 AND id = $2', [name, id]);
  await ledger?.run('DELETE FROM faults WHERE name = $1 AND id = $2', [name, id]);
}

/**
 * Whoever claims a release tells its owner that it fails visitors: one process, once.
 * @returns whether it is the caller's turn
 */
export async function claimNotice({ ledger }: Store, { name, id }: ReleaseRef): Promise<boolean> {
  if (!ledger) return false;
  const claimed = await ledger.run(
    `INSERT INTO verifications (name, id, begun_at) VALUES ($1, $2, $3)
    ON CONFLICT (name, id) DO NOTHING RETURNING id`,
    [name, id, await ledger.now()],
  );
  return claimed.length > 0;
}

/** Gives a claim back: the next failure tells the owner. */
export async function releaseNotice({ ledger }: Store, { name, id }: ReleaseRef): Promise<void> {
  await ledger?.run('DELETE FROM verifications WHERE name = $1 AND id = $2', [name, id]);
}
