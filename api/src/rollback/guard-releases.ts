import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { formatRef } from '@portfolio/releases/release/release.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { readThrown } from '@portfolio/releases/store/thrown-errors.ts';
import {
  claimNotice,
  releaseNotice,
  type VisitorCounts,
} from '@portfolio/releases/store/visit-records.ts';
import { within } from '../contact/sender.ts';
import { followVisits, isSuspicious, type Watched } from './follow-visits.ts';
import { type Case, noticeAbout } from './release-notice.ts';

interface Means extends Watched {
  notify: (subject: string, text: string) => Promise<unknown>;
  /** Whether to roll a failing release back without the owner. */
  isAutomatic: boolean;
}

class NotLiveError extends Error {
  override name = 'NotLiveError';
}

/** How long closing waits. */
const timeoutMs = 3000;

/**
 * Mails the owner once per release that fails too many visitors; with AUTO_ROLLBACK it also rolls back.
 * AUTO_ROLLBACK is off by default, as reports can be forged. Forged reports roll a release back only once,
 * even if the owner makes it live again.
 */
export function guardReleases(means: Means) {
  const visits = followVisits(means, async (ref, counts) => {
    if (isSuspicious(counts)) await actOnce(means, ref, counts);
  });
  return {
    recorder: visits.recorder,
    /** Resolves when all visits are recorded and the owner is notified. */
    settled: visits.settled,
    close: () => within(timeoutMs, visits.settled()),
  };
}

async function actOnce(means: Means, ref: ReleaseRef, counts: VisitorCounts): Promise<void> {
  const { store, log, notify, isAutomatic } = means;
  const release = formatRef(ref);
  if (!(await claimNotice(store, ref))) return;
  try {
    const [live, before] = readLiveOf(store, ref.name).ids;
    if (live !== ref.id) throw new NotLiveError();
    const thrown = await readThrown(store, ref).catch(() => []);
    const outcome = isAutomatic && before ? await goBack(means, ref, before, counts) : 'left';
    const found: Case = { ref, ...counts, thrown, before, outcome };
    log.warn({ release, ...counts, outcome }, 'A release fails visitors');
    const { subject, text } = noticeAbout(found);
    await notify(subject, text).catch(async (error: Error) => {
      log.error({ release, reason: error.message }, 'The owner could not be told');
      // The next failure tries again. A roll-back must not happen twice.
      if (outcome !== 'rolled back') await releaseNotice(store, ref);
    });
  } catch (error) {
    await releaseNotice(store, ref);
    if (!(error instanceof NotLiveError)) throw error;
  }
}

/** @throws NotLiveError if the owner or a deploy was faster */
async function goBack(
  { store }: Means,
  ref: ReleaseRef,
  before: string,
  { failed, well }: VisitorCounts,
): Promise<Case['outcome']> {
  const onBefore = (live: string | undefined) => {
    if (live !== ref.id) throw new NotLiveError();
  };
  const reason = `failed ${failed} visitors and served ${well} well`;
  try {
    await rollBack(store, ref.name, before, { onBefore, actor: { key: 'site', reason } });
  } catch (error) {
    if (!(error instanceof ReleaseRefusedError)) throw error;
    return { refused: error.message };
  }
  // The release before stays live until the next deploy, so that failures cannot roll back twice in a row.
  await claimNotice(store, { name: ref.name, id: before });
  return 'rolled back';
}
