import { createHash } from 'node:crypto';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Steps } from '../database/database.ts';
import type { Store } from './store.ts';

/**
 * What a visitor group did with a release. `opened`: took a document of it. `read`: took its texts.
 * `failed`: could not use it. `failed elsewhere`: the same in a preview or beside other releases than the
 * live ones. `threw`: went on using it after it had thrown an error.
 */
export type Step = 'opened' | 'read' | 'failed' | 'failed elsewhere' | 'threw';

/** When a visitor group did what for the first time, in seconds since 1970. */
export type RecordedVisit = Partial<Record<Step, number>>;

export type Visits = Map<string, RecordedVisit>;

/** How many visitor groups a release failed, and how many it served well. */
export interface VisitorCounts {
  failed: number;
  well: number;
}

/** The slowest way to a report (a shell that hangs on a slow connection) takes less than this. */
const timeoutSeconds = 60;

/** Beyond these no visit is stored; a release is judged by thirty. */
export const mostVisitorGroups = 2000;
const mostSteps = 10_000;

/** Forged steps that say nothing of a live release leave room for the failures that do. */
const mostOf = (step: Step) =>
  step === 'threw' || step === 'failed elsewhere' ? mostSteps / 2 : mostSteps;

/**
 * What is kept of the visitors of one network: 16 bits of a hash. They suffice to count to thirty, and
 * identify no person.
 */
export function visitorGroupOf({ name, id }: ReleaseRef, network: string): string {
  return createHash('sha256').update(`${name}@${id} ${network}`).digest('hex').slice(0, 4);
}

/**
 * Notes a step of a visitor group, once, whichever process it came to.
 * @returns whether it was not noted before
 */
export async function noteVisit(
  { facts }: Store,
  { name, id }: ReleaseRef,
  visitorGroup: string,
  [step, seconds]: [Step, number],
): Promise<boolean> {
  const noted = await facts.run(
    `INSERT INTO visits (name, id, visitor_group, step, at)
    SELECT $1, $2, $3, $4, CAST($5 AS BIGINT)
    WHERE (SELECT COUNT(*) FROM visits WHERE name = $1 AND id = $2) < $6
    ON CONFLICT DO NOTHING RETURNING step`,
    [name, id, visitorGroup, step, seconds, mostOf(step)],
  );
  return noted.length > 0;
}

/** How many visitor groups each release of a name (or of all) failed, wherever, by `home@0123456789ab`. */
export async function readFailures({ facts }: Store, name = ''): Promise<Map<string, number>> {
  const rows = await facts.run<{ name: string; id: string; failed: number }>(
    `SELECT name, id, COUNT(DISTINCT visitor_group) AS failed FROM visits
    WHERE step IN ('failed', 'failed elsewhere') AND ($1 = '' OR name = $1) GROUP BY name, id`,
    [name],
  );
  return new Map(rows.map((row) => [`${row.name}@${row.id}`, row.failed]));
}

export async function readVisits({ facts }: Store, { name, id }: ReleaseRef): Promise<Visits> {
  const rows = await facts.run<{ visitor_group: string; step: Step; at: number }>(
    'SELECT visitor_group, step, at FROM visits WHERE name = $1 AND id = $2',
    [name, id],
  );
  const visits: Visits = new Map();
  for (const { visitor_group: group, step, at } of rows)
    visits.set(group, { ...visits.get(group), [step]: at });
  return visits;
}

/** The time by which visits are noted: that of the database, since those of machines may differ. */
export async function secondsNow({ facts }: Store): Promise<number> {
  return Math.floor((await facts.now()) / 1000);
}

/**
 * A visitor group is served well when it took a document and its texts and had time to report a failure.
 * One that takes documents alone, as robots do, does not count.
 */
export function countVisitors(visits: Visits, seconds: number): VisitorCounts {
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

/**
 * Claims it to tell the owner that a release fails visitors: one process does, once.
 * @returns whether it is the caller's turn
 */
export async function claimNotice({ facts }: Store, { name, id }: ReleaseRef): Promise<boolean> {
  const claimed = await facts.run(
    'INSERT INTO notices (name, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
    [name, id],
  );
  return claimed.length > 0;
}

/** Gives a claim back: the next failure tells the owner. */
export async function releaseNotice({ facts }: Store, { name, id }: ReleaseRef): Promise<void> {
  await facts.run('DELETE FROM notices WHERE name = $1 AND id = $2', [name, id]);
}

/** Within a transaction: forgets all that is known of the visits of a release. */
export function* forgetVisits({ name, id }: ReleaseRef): Steps<void> {
  for (const table of ['visits', 'faults', 'notices'])
    yield [`DELETE FROM ${table} WHERE name = $1 AND id = $2`, [name, id]];
}
