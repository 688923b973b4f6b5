import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { isMissing } from '../folder/missing.ts';
import type { Store } from '../store/store.ts';

/** What a household did with a release: it took its document, took its texts, could not use it. */
export type Step = 'opened' | 'read' | 'failed';

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
const patienceSeconds = 60;

/** Beyond these nobody is noted; a release needs thirty until it is known what it is worth. */
export const mostHouseholds = 2000;
const mostBytes = 128 * 1024;

/**
 * What is kept of a household: 16 bits of a hash, which some 65,000 addresses share. They tell
 * households apart well enough to count to thirty, and nobody's address can be found by them.
 */
export function markOf({ name, id }: ReleaseRef, household: string): string {
  return createHash('sha256').update(`${name}@${id} ${household}`).digest('hex').slice(0, 4);
}

/**
 * Notes a step in a line. As with failures, every process appends to the same file without a lock,
 * so that a document from one, texts from another and a report to a third are one household's.
 */
export async function noteVisit(
  store: Store,
  ref: ReleaseRef,
  mark: string,
  [step, seconds]: [Step, number],
): Promise<void> {
  if (store.shared) return store.shared.noteVisit(ref, mark, [step, seconds]);
  const file = visitsFile(store, ref);
  await mkdir(path.dirname(file), { recursive: true });
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size < mostBytes) await appendFile(file, `${mark} ${step} ${seconds}\n`);
}

/** The steps of all households, those of every process. */
export async function readVisits(store: Store, ref: ReleaseRef): Promise<Visits> {
  if (store.shared) return gather(await store.shared.visits(ref));
  const text = await readFile(visitsFile(store, ref), 'utf8').catch((error) => {
    if (isMissing(error)) return '';
    throw error;
  });
  const lines = [...text.matchAll(line)];
  return gather(
    lines.map(([, mark = '', step = '', seconds]) => ({ mark, step, seconds: Number(seconds) })),
  );
}

function gather(steps: readonly { mark: string; step: string; seconds: number }[]): Visits {
  const visits: Visits = new Map();
  for (const { mark, step, seconds } of steps) {
    const visit = visits.get(mark) ?? {};
    visit[step as Step] ??= seconds;
    visits.set(mark, visit);
  }
  return visits;
}

const line = /^([0-9a-f]{4}) (opened|read|failed) (\d{1,12})$/gm;

/**
 * A household is served well that took a document and its texts and has had time to complain. What only takes
 * documents, as robots do, says nothing of a release; a report counts whenever it comes.
 */
export function countHouseholds(visits: Visits, seconds: number): Households {
  let failed = 0;
  let well = 0;
  for (const visit of visits.values()) {
    const { opened, read } = visit;
    if (visit.failed !== undefined) failed += 1;
    else if (opened !== undefined && read !== undefined)
      well += Math.max(opened, read) + patienceSeconds <= seconds ? 1 : 0;
  }
  return { failed, well };
}

/** With the release goes what is known of its visitors. */
export async function forgetVisits(store: Store, ref: ReleaseRef): Promise<void> {
  if (store.shared) return store.shared.forgetVisits(ref);
  await rm(visitsFile(store, ref), { force: true });
}

function visitsFile(store: Store, { name, id }: ReleaseRef): string {
  return path.join(store.folder, '.visits', `${name}@${id}`);
}
