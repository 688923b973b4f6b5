import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import { noteFault } from '@portfolio/releases/store/faults.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import {
  countVisitors,
  mostVisitorGroups,
  noteVisit,
  type Step,
  secondsNow,
  type VisitorCounts,
  visitorGroupOf,
} from '@portfolio/releases/store/visit-records.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { readReport } from './read-report.ts';

/** Records visits that routes report. Its functions do not block responses. */
export interface VisitRecorder {
  /** A page of this section was sent. */
  opened(set: LiveSet, section: string, address: string): void;
  /** The texts of the live set were sent. */
  read(set: LiveSet, address: string): void;
  /**
   * A page reports that it could not use these releases.
   * @param isAsLive the page's other releases are live, so that the report counts against a live release
   * @param report the error that the last of them threw
   */
  failed(
    set: LiveSet,
    refs: readonly ReleaseRef[],
    address: string,
    isAsLive: boolean,
    report?: string,
  ): void;
  /** A page reports an error that it survived; it does not count as a failure. */
  threw(set: LiveSet, ref: ReleaseRef, address: string, report: string): void;
}

export interface Watched {
  store: Store;
  log: Log;
  find: LiveReleases['find'];
}

/** A good release rarely fails that many by chance and bad connections: 2 before 13 served well, 3 before 30. */
const suspicious = [
  { failed: 2, wellBelow: 13 },
  { failed: 3, wellBelow: 30 },
] as const;

/** Whether the owner is notified and, with AUTO_ROLLBACK, the release rolled back, by numbers of visitor groups. */
export function isSuspicious({ failed, well }: Omit<VisitorCounts, 'groups'>): boolean {
  return suspicious.some((each) => failed >= each.failed && well < each.wellBelow);
}

/** Whether a release can no longer become suspicious, so that counting may end. */
export function isSettled({ well }: Omit<VisitorCounts, 'groups'>): boolean {
  return suspicious.every((each) => well >= each.wellBelow);
}

/** The live set; `isDone`: counting is over for each of its releases. */
interface CountedSet {
  set: LiveSet;
  isDone: boolean;
}

/** How many recent visitors stay in memory; the store has the others. */
const mostRecent = 1000;

/**
 * Counts the visitor groups that releases fail, and those that live ones serve until they are settled. A
 * visitor group is an IPv4 address or an IPv6 /56, whose many addresses would otherwise count each.
 * @param onFailure called when a live release fails a further visitor group
 */
export function followVisits(
  { store, log, find }: Watched,
  onFailure: (ref: ReleaseRef, counts: VisitorCounts) => Promise<void>,
) {
  const seenLately = new LRUCache<string, true>({ max: mostRecent });
  const pending = new Set<Promise<void>>();
  let isFaultLogged = false;
  let counted: CountedSet | undefined;

  async function recordServed(
    set: LiveSet,
    refs: readonly ReleaseRef[],
    address: string,
    step: Step,
  ) {
    const now = await secondsNow(store);
    let isDone = true;
    for (const ref of releasesOf(set)) {
      if (isCountingOver(await countVisitors(store, ref, now))) continue;
      isDone = false;
      if (refs.includes(ref)) await noteVisit(store, ref, groupOf(ref, address), [step, now]);
    }
    if (counted?.set === set) counted.isDone = isDone;
  }

  /**
   * Forgets the recent visitors if the live set has changed.
   * @returns whether its visits are still counted
   */
  function isStillCounted(set: LiveSet): boolean {
    if (counted?.set !== set) {
      counted = { set, isDone: false };
      seenLately.clear();
    }
    return !counted.isDone;
  }

  function isSeenLately(visit: string): boolean {
    if (seenLately.has(visit)) return true;
    seenLately.set(visit, true);
    return false;
  }

  async function recordFailure(
    set: LiveSet,
    ref: ReleaseRef,
    address: string,
    step: Step,
    report?: string,
  ): Promise<void> {
    // It counts against a live release, which may lead to a roll-back.
    const isJudged = step === 'failed';
    const found = await find(ref);
    if (!isJudged && !found) return;
    const now = await secondsNow(store);
    if (!(await noteVisit(store, ref, groupOf(ref, address), [step, now]))) return;
    log.warn({ release: nameOf(ref) }, `A release ${step}, as a visitor's page says`);
    const fault = report && found && readReport(report, [found, set.shell]);
    if (fault) await noteFault(store, ref, fault);
    if (!isJudged) return;
    const counts = await countVisitors(store, ref, now);
    if (!isCountingOver(counts)) await onFailure(ref, counts);
  }

  /** Does not await the work: the visitor's answer does not depend on it. */
  function inBackground(work: Promise<void>): void {
    const noted = work.then(
      () => {
        isFaultLogged = false;
      },
      (error: Error) => {
        // A read-only store is logged once, not at every visit.
        if (!isFaultLogged) log.error({ reason: error.message }, 'Visits cannot be noted');
        isFaultLogged = true;
      },
    );
    pending.add(noted);
    noted.finally(() => pending.delete(noted));
  }

  const recorder: VisitRecorder = {
    opened(set, section, address) {
      if (!isStillCounted(set) || isSeenLately(`${section} ${address}`)) return;
      const refs = [set.shell, ...(set.sections[section] ?? []).slice(0, 1)];
      inBackground(recordServed(set, refs, address, 'opened'));
    },
    read(set, address) {
      if (!isStillCounted(set) || isSeenLately(address)) return;
      inBackground(recordServed(set, releasesOf(set), address, 'read'));
    },
    failed(set, refs, address, isAsLive, report) {
      const live = isAsLive && isStillCounted(set) ? releasesOf(set) : [];
      for (const ref of refs) {
        const visit = `failed ${nameOf(ref)} ${address}`;
        const isJudged = live.some(({ name, id }) => name === ref.name && id === ref.id);
        // An earlier report may come from a preview, which does not count against a live release.
        if (isSeenLately(visit) && !isJudged) continue;
        // The error belongs to the last release: the page tried no other after it.
        const ownReport = ref === refs.at(-1) ? report : undefined;
        const step = isJudged ? 'failed' : 'failed elsewhere';
        inBackground(recordFailure(set, ref, address, step, ownReport));
      }
    },
    threw(set, ref, address, report) {
      if (isSeenLately(`threw ${nameOf(ref)} ${address}`)) return;
      inBackground(recordFailure(set, ref, address, 'threw', report));
    },
  };

  return {
    recorder,
    /** Resolves when all visits are recorded. */
    settled: async () => void (await Promise.all(pending)),
  };
}

function groupOf(ref: ReleaseRef, address: string): string {
  return visitorGroupOf(ref, ipKeyGenerator(address, 56));
}

function isCountingOver(counts: VisitorCounts): boolean {
  return counts.groups >= mostVisitorGroups || isSettled(counts);
}

export function nameOf({ name, id }: ReleaseRef): string {
  return `${name}@${id}`;
}
