import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import { noteFault } from '@portfolio/releases/store/faults.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import {
  countVisitors,
  mostVisitorGroups,
  noteVisit,
  readVisits,
  type Step,
  secondsNow,
  type VisitorCounts,
  type Visits,
  visitorGroupOf,
} from '@portfolio/releases/store/visit-records.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { readReport } from './read-report.ts';

/** What the site's calls report of visits. Callbacks do not block responses. */
export interface VisitRecorder {
  /** A document of this set was sent for the page of this section. */
  opened(set: LiveSet, section: string, address: string): void;
  /** The texts of this set, as it is live, were sent. */
  read(set: LiveSet, address: string): void;
  /**
   * A page says that it could not use these releases, and what the last of them threw.
   * @param isAsLive the rest of the page is what is live, so that it says something of a live release
   */
  failed(
    set: LiveSet,
    refs: readonly ReleaseRef[],
    address: string,
    isAsLive: boolean,
    report?: string,
  ): void;
  /** A page says what a release threw that goes on; nothing is judged by it. */
  threw(set: LiveSet, ref: ReleaseRef, address: string, report: string): void;
}

/** What is watched. */
export interface Watched {
  store: Store;
  log: Log;
  find: LiveReleases['find'];
}

/** More than chance and bad connections make of a good release: 2 failed before 13 were served well, 3 before 30. */
const suspicious = [
  { failed: 2, wellBelow: 13 },
  { failed: 3, wellBelow: 30 },
] as const;

/** Whether so many failures are a reason to tell the owner. */
export function isSuspicious({ failed, well }: VisitorCounts): boolean {
  return suspicious.some((each) => failed >= each.failed && well < each.wellBelow);
}

/** It can no longer become suspicious, so its visits are not counted any more. */
export function isSettled({ well }: VisitorCounts): boolean {
  return well >= 30;
}

/** The live set whose visits are counted, until every release of it is settled. */
interface CountedSet {
  set: LiveSet;
  isCountingOver: boolean;
}

/** Visitors seen lately, and releases they used; one that was evicted is looked up again. */
const mostRecent = 1000;

/**
 * Counts which releases fail a visitor group, once each, and records whom the live ones serve until that is
 * settled. A visitor group is an IPv4 address or an IPv6 /56, which could otherwise count as often as it has
 * addresses.
 * @param onFailure called each time a live release fails one more visitor group
 */
export function followVisits(
  { store, log, find }: Watched,
  onFailure: (ref: ReleaseRef, counts: VisitorCounts) => Promise<void>,
) {
  const visitsByRelease = new LRUCache<string, Visits, ReleaseRef>({
    max: mostRecent,
    // An entry that is evicted while it is read is used by those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => readVisits(store, context),
  });
  const seenLately = new LRUCache<string, true>({ max: mostRecent });
  const pending = new Set<Promise<void>>();
  let isFaultLogged = false;
  let counted: CountedSet | undefined;

  const visitsOf = (ref: ReleaseRef) => visitsByRelease.forceFetch(nameOf(ref), { context: ref });

  async function record(ref: ReleaseRef, address: string, step: Step): Promise<void> {
    const visits = await visitsOf(ref);
    const group = visitorGroupOf(ref, ipKeyGenerator(address, 56));
    const visit = visits.get(group) ?? {};
    const now = await secondsNow(store);
    if (isCountingOver(visits, now) || visit[step] !== undefined) return;
    visits.set(group, { ...visit, [step]: now });
    await noteVisit(store, ref, group, [step, now]);
  }

  async function recordAll(set: LiveSet, refs: readonly ReleaseRef[], address: string, step: Step) {
    for (const ref of refs) await record(ref, address, step);
    const all = await Promise.all(releasesOf(set).map(visitsOf));
    const now = await secondsNow(store);
    if (counted?.set !== set) return;
    counted.isCountingOver = all.every((visits) => isCountingOver(visits, now));
  }

  /**
   * Follows this set from now on; after a change of it nothing that was kept in memory holds.
   * @returns whether visits of it are still counted
   */
  function startCounting(set: LiveSet): boolean {
    if (counted?.set !== set) {
      counted = { set, isCountingOver: false };
      seenLately.clear();
      visitsByRelease.clear();
    }
    return !counted.isCountingOver;
  }

  /** Whether it was seen lately; from now on it was. */
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
    const isJudged = step === 'failed';
    const found = await find(ref);
    if (!isJudged && !found) return;
    const group = visitorGroupOf(ref, ipKeyGenerator(address, 56));
    const now = await secondsNow(store);
    if (!(await noteVisit(store, ref, group, [step, now]))) return;
    log.warn({ release: nameOf(ref) }, `A release ${step}, as a visitor's page says`);
    const fault = report && found && readReport(report, [found, set.shell]);
    if (fault) await noteFault(store, ref, fault);
    if (!isJudged || isCountingOver(await visitsOf(ref), now)) return;
    // Other processes count the same release: read again what all of them counted.
    const visits = await readVisits(store, ref);
    visitsByRelease.set(nameOf(ref), visits);
    await onFailure(ref, countVisitors(visits, now));
  }

  /** Not awaited: the visitor's answer does not depend on it. */
  function inBackground(work: Promise<void>): void {
    const noted = work.then(
      () => {
        isFaultLogged = false;
      },
      (error: Error) => {
        // A read-only store is reported once, not at every visit.
        if (!isFaultLogged) log.error({ reason: error.message }, 'Visits cannot be noted');
        isFaultLogged = true;
      },
    );
    pending.add(noted);
    noted.finally(() => pending.delete(noted));
  }

  const recorder: VisitRecorder = {
    opened(set, section, address) {
      if (!startCounting(set) || isSeenLately(`${section} ${address}`)) return;
      const refs = [set.shell, ...(set.sections[section] ?? []).slice(0, 1)];
      inBackground(recordAll(set, refs, address, 'opened'));
    },
    read(set, address) {
      if (!startCounting(set) || isSeenLately(address)) return;
      inBackground(recordAll(set, releasesOf(set), address, 'read'));
    },
    failed(set, refs, address, isAsLive, report) {
      const live = isAsLive && startCounting(set) ? releasesOf(set) : [];
      for (const ref of refs) {
        const visit = `failed ${nameOf(ref)} ${address}`;
        const isJudged = live.some(({ name, id }) => name === ref.name && id === ref.id);
        // The first report may come from a preview, which says nothing of what is live.
        if (isSeenLately(visit) && !isJudged) continue;
        // What was thrown is of the last one, after which nothing was tried.
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
    /** Resolves when all that was seen is noted. */
    settled: async () => void (await Promise.all(pending)),
  };
}

/** Whether more visits of a release change nothing. */
function isCountingOver(visits: Visits, now: number): boolean {
  return visits.size >= mostVisitorGroups || isSettled(countVisitors(visits, now));
}

export function nameOf({ name, id }: ReleaseRef): string {
  return `${name}@${id}`;
}
