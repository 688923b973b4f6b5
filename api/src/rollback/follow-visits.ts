import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import type { LoadedRelease } from '@portfolio/releases/live/loaded-release.ts';
import { formatRef } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { noteThrown } from '@portfolio/releases/store/thrown-errors.ts';
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

/** Records what visitors do and report. Its functions do not block responses. */
export interface VisitRecorder {
  /** A page of this section was sent. */
  opened(set: LiveSet, section: string, address: string): void;
  /** The texts of the live set were sent, which only a running app requests. */
  gotTexts(set: LiveSet, address: string): void;
  /**
   * A page could not use these releases.
   * @param areOthersLive the page's other releases are live; otherwise they may be the cause
   * @param report the error that the last of these releases threw
   */
  failed(
    set: LiveSet,
    refs: readonly ReleaseRef[],
    address: string,
    areOthersLive: boolean,
    report?: string,
  ): void;
  /** A page survived an error of a release, which is no failure. */
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

/** How many recent steps stay in memory; the store has the others. */
const mostRecent = 5000;

/**
 * Counts the visitor groups that a live release serves and fails, until it is settled. A visitor group is an IPv4
 * address or an IPv6 /56, whose many addresses would otherwise count each.
 * @param onFailure called when a live release fails a further visitor group
 */
export function followVisits(
  { store, log, find }: Watched,
  onFailure: (ref: ReleaseRef, counts: VisitorCounts) => Promise<void>,
) {
  const recentSteps = new LRUCache<string, true>({ max: mostRecent });
  /** Releases such as `home@0123456789ab` whose counting is over. */
  const finished = new Set<string>();
  const pending = new Set<Promise<void>>();
  let isFaultLogged = false;

  function countVisit(step: 'opened' | 'read', release: LoadedRelease, address: string): void {
    if (finished.has(formatRef(release))) return;
    recordOnce([step, release, address], async () => {
      const now = await secondsNow(store);
      const counts = await countVisitors(store, release, now);
      if (isCountingOver(counts)) finished.add(formatRef(release));
      else await noteVisit(store, release, groupOf(release, address), [step, now]);
    });
  }

  function recordReport(
    step: 'failed' | 'failed elsewhere' | 'threw',
    ref: ReleaseRef,
    address: string,
    { set, report }: { set: LiveSet; report: string | undefined },
  ): void {
    recordOnce([step, ref, address], async () => {
      const release = findLive(set, ref) ?? (await find(ref));
      // A visitor can invent a release.
      if (!release) return;
      const now = await secondsNow(store);
      const isNew = await noteVisit(store, ref, groupOf(ref, address), [step, now]);
      if (!isNew) return;
      log.warn({ release: formatRef(ref) }, `A release ${step}, as a visitor's page says`);
      const thrown = report && readReport(report, [release, set.shell]);
      if (thrown) await noteThrown(store, ref, thrown);
      if (step !== 'failed') return;
      const counts = await countVisitors(store, ref, now);
      if (!isCountingOver(counts)) await onFailure(ref, counts);
    });
  }

  /** Does not await the work: the visitor's answer does not depend on it. */
  function recordOnce(
    [step, ref, address]: [Step, ReleaseRef, address: string],
    work: () => Promise<void>,
  ): void {
    const key = `${step} ${formatRef(ref)} ${address}`;
    if (recentSteps.has(key)) return;
    recentSteps.set(key, true);
    const recording = work().then(
      () => {
        isFaultLogged = false;
      },
      (error: Error) => {
        // If it was not noted, another report of it has to count.
        if (step === 'failed') recentSteps.delete(key);
        // A read-only store is logged once, not at every visit.
        if (!isFaultLogged)
          log.error({ reason: error.message }, 'Visits cannot be noted, or acted on');
        isFaultLogged = true;
      },
    );
    pending.add(recording);
    recording.finally(() => pending.delete(recording));
  }

  const recorder: VisitRecorder = {
    opened({ shell, sections }, section, address) {
      const live = (sections[section] ?? []).slice(0, 1);
      for (const release of [shell, ...live]) countVisit('opened', release, address);
    },
    gotTexts(set, address) {
      for (const release of releasesOf(set)) countVisit('read', release, address);
    },
    failed(set, refs, address, areOthersLive, report) {
      for (const ref of refs) {
        const isCounted =
          areOthersLive && findLive(set, ref) !== undefined && !finished.has(formatRef(ref));
        // The error belongs to the last release: the page tried no other after it.
        const ownReport = ref === refs.at(-1) ? report : undefined;
        const step = isCounted ? 'failed' : 'failed elsewhere';
        recordReport(step, ref, address, { set, report: ownReport });
      }
    },
    threw(set, ref, address, report) {
      recordReport('threw', ref, address, { set, report });
    },
  };

  return {
    recorder,
    /** Resolves when all visits are recorded. */
    settled: async () => void (await Promise.all(pending)),
  };
}

function findLive(set: LiveSet, { name, id }: ReleaseRef): LoadedRelease | undefined {
  return releasesOf(set).find((live) => live.name === name && live.id === id);
}

function groupOf(ref: ReleaseRef, address: string): string {
  return visitorGroupOf(ref, ipKeyGenerator(address, 56));
}

function isCountingOver(counts: VisitorCounts): boolean {
  return counts.groups >= mostVisitorGroups || isSettled(counts);
}
