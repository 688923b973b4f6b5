import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { beginLook, giveUpLook, type Households } from '@portfolio/releases/ledger/visits.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { dataDirOf } from '@portfolio/releases/store/store.ts';
import { within } from '../contact/send/timings.ts';
import { actOnVerdict, type Means, NotLiveError } from './act-on-verdict.ts';
import { followVisits } from './follow-visits.ts';
import { judge } from './judge.ts';
import { lookInBrowser } from './look-in-browser.ts';
import { isSuspicious } from './rule.ts';
import type { VisitNotes } from './visit-notes.ts';

/** What keeps visitors from a release that fails them. */
export interface Guard {
  notes: VisitNotes;
  /** Resolves when all that was seen is noted, and what has to be looked at is. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What is watched. */
interface Watched {
  find: LiveReleases['find'];
  /** Whether releases are rolled back; failures are counted in any case. */
  isGuarding: boolean;
}

/** How long closing waits for what is under way. */
const timeoutMs = 3000;

/**
 * Counts whom the live releases serve and fail, looks at one that fails too many, and goes back to
 * the release before when it really fails. What visitors say is only the reason to look, once a
 * release, so no number of forged reports takes a good one down.
 */
export function guardReleases(means: Means & Watched): Guard {
  const { store, log, find, isGuarding } = means;
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const visits = followVisits({
    store,
    log,
    find,
    isGuarding,
    async onFailure(ref, households) {
      if (closing.signal.aborted || !isSuspicious(households)) return;
      if (!(await beginLook(store, ref))) return;
      // One verification at a time, since a browser takes memory.
      looking = looking
        .then(() => lookAt(ref, households))
        .catch((error: Error) =>
          log.error({ release: nameOf(ref), reason: error.message }, 'The look came to nothing'),
        );
    },
  });

  async function lookAt(ref: ReleaseRef, households: Households): Promise<void> {
    try {
      const before = await beforeLive(ref);
      log.warn(
        { release: nameOf(ref), ...households },
        'A release is looked at: it fails visitors',
      );
      const verdict = await judge(store, ref, before, (other) =>
        lookInBrowser(dataDirOf(store), [ref, other], closing.signal, log),
      );
      closing.signal.throwIfAborted();
      await beforeLive(ref);
      await actOnVerdict(means, ref, households, verdict);
    } catch (error) {
      await giveUpLook(store, ref);
      if (error instanceof NotLiveError || closing.signal.aborted) return;
      throw error;
    }
  }

  /** @throws NotLiveError when the owner or a deploy was faster */
  async function beforeLive({ name, id }: ReleaseRef): Promise<string | undefined> {
    const [live, before] = (await readPointerOrLast(store, name)).ids;
    if (live !== id) throw new NotLiveError();
    return before;
  }

  async function settled(): Promise<void> {
    await visits.settled();
    await looking;
  }

  return {
    notes: visits.notes,
    settled,
    async close() {
      closing.abort();
      await within(timeoutMs, settled());
    },
  };
}

function nameOf({ name, id }: ReleaseRef): string {
  return `${name}@${id}`;
}
