import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { noteFault } from '@portfolio/releases/ledger/faults.ts';
import {
  countHouseholds,
  type Households,
  markOf,
  mostHouseholds,
  noteVisit,
  readVisits,
  type Step,
  secondsNow,
  type Visit,
  type Visits,
} from '@portfolio/releases/ledger/visits.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { readReports } from './read-report.ts';
import { isSettled } from './rule.ts';
import type { VisitNotes } from './visit-notes.ts';

interface Sources {
  store: Store;
  log: Log;
  find: LiveReleases['find'];
  /** Without it failures are counted, and nothing else is noted. */
  isGuarding: boolean;
  /** Called each time a live release fails one more household. */
  onFailure: (ref: ReleaseRef, households: Households) => Promise<void>;
}

/** Visitors seen lately; one that was evicted is looked up again. */
const mostRecent = 1000;

/** What is known of a release's visitors; when it is settled no more visits are noted. */
interface Known {
  visits: Visits;
  isSettled: boolean;
}

/**
 * Counts which releases fail a household, once each, and notes whom the live ones serve until that is
 * settled. A household is an IPv4 address or an IPv6 /56, which could otherwise count as often as it has
 * addresses.
 */
export function followVisits({ store, log, find, isGuarding, onFailure }: Sources) {
  const known = new Map<string, Promise<Known>>();
  const pending = new Set<Promise<void>>();
  const recent = new LRUCache<string, true>({ max: mostRecent });
  const readReport = readReports();
  let isTold = false;
  let current: { set: LiveSet; isSettled: boolean } | undefined;

  function knownOf(ref: ReleaseRef): Promise<Known> {
    const key = `${ref.name}@${ref.id}`;
    const found = known.get(key);
    if (found) return found;
    const reading = readVisits(store, ref).then(async (visits) => ({
      visits,
      isSettled: isSettled(countHouseholds(visits, await secondsNow(store))),
    }));
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  }

  async function note(ref: ReleaseRef, address: string, step: Step): Promise<void> {
    const release = await knownOf(ref);
    const mark = markOf(ref, ipKeyGenerator(address, 56));
    const visit = release.visits.get(mark) ?? {};
    if (isFull(release) || visit[step] !== undefined) return;
    const now = await secondsNow(store);
    remember(release, mark, { ...visit, [step]: now }, now);
    await noteVisit(store, ref, mark, [step, now]);
  }

  function isFull({ visits, isSettled }: Known): boolean {
    return isSettled || visits.size >= mostHouseholds;
  }

  function remember(release: Known, mark: string, visit: Visit, now: number): void {
    release.visits.set(mark, visit);
    release.isSettled = isSettled(countHouseholds(release.visits, now));
  }

  /** A change of what is live clears what is known of other releases. */
  function isOver(set: LiveSet): boolean {
    if (current?.set === set) return current.isSettled;
    current = { set, isSettled: false };
    recent.clear();
    const live = new Set(releasesOf(set).map(({ name, id }) => `${name}@${id}`));
    for (const key of known.keys()) if (!live.has(key)) known.delete(key);
    return false;
  }

  async function noteAll(set: LiveSet, refs: readonly ReleaseRef[], address: string, step: Step) {
    for (const ref of refs) await note(ref, address, step);
    const all = await Promise.all(releasesOf(set).map(knownOf));
    if (current?.set === set) current.isSettled = all.every((each) => each.isSettled);
  }

  /** Not awaited: the visitor's answer does not depend on it. */
  function inBackground(work: Promise<void>): void {
    const noted = work.then(
      () => {
        isTold = false;
      },
      (error: Error) => {
        // A read-only store is reported once, not at every visit.
        if (!isTold) log.error({ reason: error.message }, 'Visits cannot be noted');
        isTold = true;
      },
    );
    pending.add(noted);
    noted.finally(() => pending.delete(noted));
  }

  function isRecent(set: LiveSet, who: string): boolean {
    if (isOver(set) || recent.has(who)) return true;
    recent.set(who, true);
    return false;
  }

  const notes: VisitNotes = {
    opened(set, section, address) {
      if (!isGuarding || isRecent(set, `${section} ${address}`)) return;
      const refs = [set.shell, ...(set.sections[section] ?? []).slice(0, 1)];
      inBackground(noteAll(set, refs, address, 'opened'));
    },
    read(set, address) {
      if (!isGuarding || isRecent(set, address)) return;
      inBackground(noteAll(set, releasesOf(set), address, 'read'));
    },
    failed(set, refs, address, isAsLive, report) {
      const live = isAsLive && isGuarding && !isOver(set) ? releasesOf(set) : [];
      for (const ref of refs) {
        const who = `failed ${ref.name}@${ref.id} ${address}`;
        const isJudged = live.some(({ name, id }) => name === ref.name && id === ref.id);
        // The first report may come from a preview, which says nothing of what is live.
        if (!isJudged && recent.has(who)) continue;
        recent.set(who, true);
        const said = ref === refs.at(-1) ? report : undefined;
        inBackground(
          noteFailure(set, ref, address, isJudged ? 'failed' : 'failed elsewhere', said),
        );
      }
    },
    threw(set, ref, address, report) {
      const who = `threw ${ref.name}@${ref.id} ${address}`;
      if (recent.has(who)) return;
      recent.set(who, true);
      inBackground(noteFailure(set, ref, address, 'threw', report));
    },
  };

  async function noteFailure(
    set: LiveSet,
    ref: ReleaseRef,
    address: string,
    step: Step,
    report?: string,
  ): Promise<void> {
    const isJudged = step === 'failed';
    const found = await find(ref);
    if (!isJudged && !found) return;
    const mark = markOf(ref, ipKeyGenerator(address, 56));
    const now = await secondsNow(store);
    if (!(await noteVisit(store, ref, mark, [step, now]))) return;
    log.warn({ release: `${ref.name}@${ref.id}` }, `A release ${step}, as a visitor's page says`);
    const fault = report && found && (await readReport(report, [found, set.shell]));
    if (fault) await noteFault(store, ref, fault);
    if (!isJudged) return;
    const release = await knownOf(ref);
    if (isFull(release)) return;
    remember(release, mark, { ...release.visits.get(mark), failed: now }, now);
    // Other processes count the same households.
    await onFailure(ref, countHouseholds(await readVisits(store, ref), now));
  }

  return {
    notes,
    /** Resolves when all that was seen is noted. */
    settled: async () => void (await Promise.all(pending)),
  };
}
