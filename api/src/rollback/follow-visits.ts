import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import {
  countHouseholds,
  type Households,
  markOf,
  mostHouseholds,
  noteVisit,
  readVisits,
  type Step,
  type Visits,
} from '@portfolio/releases/ledger/visits.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { isSettled } from './rule.ts';
import type { VisitNotes } from './visit-notes.ts';

interface Sources {
  store: Store;
  log: Log;
  /** Is told of a live release each time that it failed one more household. */
  onFailure: (ref: ReleaseRef, households: Households) => Promise<void>;
}

/** Who was seen a moment ago; beyond it somebody is only looked up once more. */
const mostRecent = 1000;

/** What is known of a release's visitors; when it is settled nobody is noted any more. */
interface Known {
  visits: Visits;
  isSettled: boolean;
}

/** Notes which households the live releases serve and fail, once each, until that is settled. */
export function followVisits({ store, log, onFailure }: Sources) {
  const known = new Map<string, Promise<Known>>();
  const pending = new Set<Promise<void>>();
  const recent = new LRUCache<string, true>({ max: mostRecent });
  let isTold = false;
  let current: { set: LiveSet; isSettled: boolean } | undefined;

  function knownOf(ref: ReleaseRef): Promise<Known> {
    const key = `${ref.name}@${ref.id}`;
    const found = known.get(key);
    if (found) return found;
    const reading = readVisits(store, ref).then((visits) => ({
      visits,
      isSettled: isSettled(countHouseholds(visits, seconds())),
    }));
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  }

  /** @returns whether it is the first time that this household did that */
  async function note(ref: ReleaseRef, address: string, step: Step): Promise<boolean> {
    const release = await knownOf(ref);
    if (release.isSettled) return false;
    const mark = markOf(ref, ipKeyGenerator(address, 56));
    const visit = release.visits.get(mark) ?? {};
    if (visit[step] !== undefined || release.visits.size >= mostHouseholds) return false;
    const now = seconds();
    visit[step] = now;
    release.visits.set(mark, visit);
    release.isSettled = isSettled(countHouseholds(release.visits, now));
    await noteVisit(store, ref, mark, [step, now]);
    return true;
  }

  /** With every change of what is live, what was known of others is forgotten. */
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

  /** The visitor has the answer meanwhile, whether or not this can be written. */
  function inBackground(work: Promise<void>): void {
    const noted = work.then(
      () => {
        isTold = false;
      },
      (error: Error) => {
        // A store that cannot be written is no reason to say so at every visit.
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
      if (isRecent(set, `${section} ${address}`)) return;
      const refs = [set.shell, ...(set.sections[section] ?? []).slice(0, 1)];
      inBackground(noteAll(set, refs, address, 'opened'));
    },
    read(set, address) {
      if (isRecent(set, address)) return;
      inBackground(noteAll(set, releasesOf(set), address, 'read'));
    },
    failed(set, refs, address) {
      const live = releasesOf(set);
      for (const { name, id } of refs) {
        const ref = live.find((release) => release.name === name && release.id === id);
        if (ref && !isOver(set)) inBackground(noteFailure(ref, address));
      }
    },
  };

  async function noteFailure(ref: ReleaseRef, address: string): Promise<void> {
    if (!(await note(ref, address, 'failed'))) return;
    // Other processes count the same households.
    const visits = await readVisits(store, ref);
    await onFailure(ref, countHouseholds(visits, seconds()));
  }

  return {
    notes,
    /** Resolves when all that was seen is noted. */
    settled: async () => void (await Promise.all(pending)),
  };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
