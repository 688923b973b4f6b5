import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { readFaults } from '@portfolio/releases/ledger/faults.ts';
import { endLook, type Households } from '@portfolio/releases/ledger/visits.ts';
import { rollBack } from '@portfolio/releases/live/rollback.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Log } from '../log.ts';
import type { Verdict } from './judge.ts';
import {
  type Case,
  reasonOf,
  type Words,
  wordsOfDeadEnd,
  wordsOfDoubt,
  wordsOfRollback,
} from './tell-owner.ts';

/** What it takes to do something about a release. */
export interface Means {
  store: Store;
  log: Log;
  /** Sends the owner a mail. */
  notify: (subject: string, text: string) => Promise<unknown>;
}

/** Another release went live while this one was verified. */
export class NotLiveError extends Error {
  override name = 'NotLiveError';
}

/**
 * Goes back to the release before when it is confirmed that this one fails, and tells the owner in
 * any case.
 * @throws NotLiveError
 */
export async function actOnVerdict(
  means: Means,
  ref: ReleaseRef,
  households: Households,
  verdict: Verdict,
): Promise<void> {
  const faults = verdict.is === 'not confirmed' ? [] : verdict.faults;
  const thrown = await readFaults(means.store, ref).catch((error: Error) => {
    means.log.error({ release: nameOf(ref), reason: error.message }, 'Faults cannot be read');
    return undefined;
  });
  const found: Case = { ref, ...households, faults, thrown: thrown ?? [] };
  switch (verdict.is) {
    case 'confirmed':
      return goBack(means, found, verdict.before);
    case 'not confirmed':
      return leave(means, found, verdict.why, wordsOfDoubt(found, verdict.why));
    case 'without a way back':
      return leave(means, found, verdict.why, wordsOfDeadEnd(found, verdict.why));
  }
}

async function leave(means: Means, { ref, faults }: Case, why: string, words: Words) {
  means.log.warn({ release: nameOf(ref), faults, why }, 'It is left as it is');
  await remember(means, ref, `left as it is: ${why}`);
  await tell(means, words);
}

async function goBack(means: Means, found: Case, before: string): Promise<void> {
  const { ref, faults } = found;
  try {
    // Another process or the owner may be faster: only the verified release is rolled back.
    const onlyIfLive = (live: string | undefined) => {
      if (live !== ref.id) throw new NotLiveError();
    };
    const deed = { key: 'site', reason: reasonOf(found) };
    await rollBack(means.store, ref.name, before, onlyIfLive, deed);
  } catch (error) {
    if (!(error instanceof ReleaseRefusedError)) throw error;
    return leave(means, found, error.message, wordsOfDeadEnd(found, error.message));
  }
  means.log.warn({ release: nameOf(ref), before, faults }, 'It is rolled back');
  await remember(means, ref, `rolled back to ${before}`);
  // Never twice in a row: the release that was rolled back to stays until the next deploy.
  await remember(means, { name: ref.name, id: before }, `gone back to from ${ref.id}`);
  await tell(means, wordsOfRollback(found, before));
}

// Visitors are served by then: what fails from here on is only logged.

async function remember({ store, log }: Means, ref: ReleaseRef, what: string): Promise<void> {
  await endLook(store, ref, what).catch((error: Error) =>
    log.error({ release: nameOf(ref), reason: error.message }, 'It may be looked at once more'),
  );
}

async function tell({ notify, log }: Means, [subject, text]: Words): Promise<void> {
  await notify(subject, text).catch((error: Error) =>
    log.error({ subject, reason: error.message }, 'The owner could not be told'),
  );
}

function nameOf({ name, id }: ReleaseRef): string {
  return `${name}@${id}`;
}
