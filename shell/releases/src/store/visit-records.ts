import { createHash } from 'node:crypto';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Row, Steps } from '../database/database.ts';
import type { Store } from './store.ts';

/**
 * A step of a visitor group with a release. `opened`: got its document. `read`: got its texts. `failed`: could not use
 * it. `failed elsewhere`: failed in a preview, beside releases that are not live, or after counting has ended. `threw`: had an error that the
 * page survived.
 */
export type Step = 'opened' | 'read' | 'failed' | 'failed elsewhere' | 'threw';

/** Numbers of visitor groups of a live release; `groups` are all that visited it or that it failed. */
export interface VisitorCounts {
  failed: number;
  well: number;
  groups: number;
}

/** The slowest report, by a shell that hangs on a slow connection, takes less time. */
const timeoutSeconds = 60;

/** The bounds of stored visits; thirty decide about a release. */
export const mostVisitorGroups = 2000;
const mostSteps = 10_000;

/** Steps that do not count against a live release, and may be forged, leave room for failures that do. */
const mostOf = (step: Step) =>
  step === 'threw' || step === 'failed elsewhere' ? mostSteps / 2 : mostSteps;

/** The stored id of a visitor group: 16 bits of a hash, which are enough to count to thirty, but identify no person. */
export function visitorGroupOf({ name, id }: ReleaseRef, network: string): string {
  return createHash('sha256').update(`${name}@${id} ${network}`).digest('hex').slice(0, 4);
}

/**
 * Records a step of a visitor group once, among all processes.
 * @returns whether the step is new
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

/** Counts the visitor groups that each release of a name (or of all) failed, by `home@0123456789ab`. */
export async function readFailures({ facts }: Store, name = ''): Promise<Map<string, number>> {
  const rows = await facts.run<{ name: string; id: string; failed: number }>(
    `SELECT name, id, COUNT(DISTINCT visitor_group) AS failed FROM visits
    WHERE step IN ('failed', 'failed elsewhere') AND ($1 = '' OR name = $1) GROUP BY name, id`,
    [name],
  );
  return new Map(rows.map((row) => [`${row.name}@${row.id}`, row.failed]));
}

/** The time of visits in seconds, by the database's clock, as those of machines may differ. */
export async function secondsNow({ facts }: Store): Promise<number> {
  return Math.floor((await facts.now()) / 1000);
}

/**
 * Counts visitor groups. One is served well if it got a document and its texts and had time to report a failure.
 * Robots, which get only documents, do not count.
 */
export async function countVisitors(
  { facts }: Pick<Store, 'facts'>,
  { name, id }: ReleaseRef,
  seconds: number,
): Promise<VisitorCounts> {
  const [counts] = await facts.run<VisitorCounts & Row>(
    `SELECT COUNT(*) AS groups, COUNT(failed) AS failed,
      COUNT(*) FILTER (WHERE failed IS NULL AND opened <= $3 AND texts <= $3) AS well
    FROM (
      SELECT MAX(CASE step WHEN 'failed' THEN at END) AS failed,
        MAX(CASE step WHEN 'opened' THEN at END) AS opened,
        MAX(CASE step WHEN 'read' THEN at END) AS texts
      FROM visits WHERE name = $1 AND id = $2 AND step IN ('failed', 'opened', 'read')
      GROUP BY visitor_group
    ) AS visitors`,
    [name, id, seconds - timeoutSeconds],
  );
  return counts ?? { failed: 0, well: 0, groups: 0 };
}

/**
 * Claims the mail to the owner about a release that fails visitors, so that one process sends it once.
 * @returns whether the caller has to send it
 */
export async function claimNotice({ facts }: Store, { name, id }: ReleaseRef): Promise<boolean> {
  const claimed = await facts.run(
    'INSERT INTO notices (name, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
    [name, id],
  );
  return claimed.length > 0;
}

/** Gives a claim back, so that the next failure sends the mail. */
export async function releaseNotice({ facts }: Store, { name, id }: ReleaseRef): Promise<void> {
  await facts.run('DELETE FROM notices WHERE name = $1 AND id = $2', [name, id]);
}

/** Within a transaction: deletes all records of visits of a release. */
export function* forgetVisits({ name, id }: ReleaseRef): Steps<void> {
  for (const table of ['visits', 'faults', 'notices'])
    yield [`DELETE FROM ${table} WHERE name = $1 AND id = $2`, [name, id]];
}
