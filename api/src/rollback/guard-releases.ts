import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { readFaults } from '@portfolio/releases/ledger/faults.ts';
import {
  beginLook,
  endLook,
  giveUpLook,
  type Households,
} from '@portfolio/releases/ledger/visits.ts';
import { rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { within } from '../contact/timings.ts';
import { followVisits, isSuspicious, nameOf, type Watched } from './follow-visits.ts';
import { judge, type Verdict } from './judge.ts';
import { type Case, mailAbout, reasonOf } from './tell-owner.ts';

interface Means extends Watched {
  /** Sends the owner a mail. */
  notify: (subject: string, text: string) => Promise<unknown>;
}

/** Another release went live while this one was verified. */
export class NotLiveError extends Error {
  override name = 'NotLiveError';
}

/** How long closing waits for what is under way. */
const timeoutMs = 3000;

/**
 * Counts whom the live releases serve and fail, looks at one that fails too many, and goes back to
 * the release before when it really fails. What visitors say is only the reason to look, once a
 * release, so no number of forged reports takes a good one down.
 */
export function guardReleases(means: Means) {
  const { store, log } = means;
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const visits = followVisits(means, async (ref, households) => {
    if (closing.signal.aborted || !isSuspicious(households)) return;
    if (!(await beginLook(store, ref))) return;
    // One verification at a time, since a browser takes memory.
    looking = looking
      .then(() => lookAt(ref, households))
      .catch((error: Error) =>
        log.error({ release: nameOf(ref), reason: error.message }, 'The look came to nothing'),
      );
  });

  async function lookAt(ref: ReleaseRef, households: Households): Promise<void> {
    try {
      const before = await beforeLive(ref);
      log.warn(
        { release: nameOf(ref), ...households },
        'A release is looked at: it fails visitors',
      );
      const verdict = await judge(store, ref, before, closing.signal, log);
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
    /** Resolves when all that was seen is noted, and what has to be looked at is. */
    settled,
    async close() {
      closing.abort();
      await within(timeoutMs, settled());
    },
  };
}

/**
 * Goes back to the release before when it is confirmed that this one fails, and tells the owner in
 * any case.
 * @throws NotLiveError
 */
export async function actOnVerdict(
  { store, log, notify }: Omit<Means, 'find' | 'isGuarding'>,
  ref: ReleaseRef,
  households: Households,
  verdict: Verdict,
): Promise<void> {
  const release = nameOf(ref);
  const logged = (message: string) => (error: Error) => {
    log.error({ release, reason: error.message }, message);
    return undefined;
  };
  const thrown = (await readFaults(store, ref).catch(logged('Faults cannot be read'))) ?? [];
  const found: Case = { ref, ...households, thrown };
  const done = await rollBackAsJudged(store, found, verdict);
  const { faults } = done;
  // Visitors are served by then: what fails from here on is only logged.
  const remember = (of: ReleaseRef, what: string) =>
    endLook(store, of, what).catch(logged('It may be looked at once more'));
  if ('why' in done) {
    log.warn({ release, faults, why: done.why }, 'It is left as it is');
    await remember(ref, `left as it is: ${done.why}`);
  } else {
    const { before } = done;
    log.warn({ release, before, faults }, 'It is rolled back');
    await remember(ref, `rolled back to ${before}`);
    // Never twice in a row: the release that was rolled back to stays until the next deploy.
    await remember({ name: ref.name, id: before }, `gone back to from ${ref.id}`);
  }
  const { subject, text } = mailAbout(found, done);
  await notify(subject, text).catch(logged('The owner could not be told'));
}

/** @returns what was done, which is to leave it where it cannot be rolled back. */
async function rollBackAsJudged(store: Store, found: Case, verdict: Verdict): Promise<Verdict> {
  if ('why' in verdict) return verdict;
  const { ref } = found;
  const { faults, before } = verdict;
  // Another process or the owner may be faster: only the verified release is rolled back.
  const onlyIfLive = (live: string | undefined) => {
    if (live !== ref.id) throw new NotLiveError();
  };
  try {
    const deed = { key: 'site', reason: reasonOf(found, faults) };
    await rollBack(store, ref.name, before, onlyIfLive, deed);
    return verdict;
  } catch (error) {
    if (!(error instanceof ReleaseRefusedError)) throw error;
    return { faults, why: error.message };
  }
}
