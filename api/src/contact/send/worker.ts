import type { Log } from '../../log.ts';
import type { Repository } from '../store/repository.ts';
import type { Sender } from './sender.ts';
import type { Timings } from './timings.ts';

const hour = 3_600_000;

/** The same message within a day is one mail: its hash is kept a little longer. */
const hashAge = 25 * hour;
/** How long `npm run messages` shows that, not what, a visitor wrote. */
const sentAge = 30 * 24 * hour;

export type Worker = ReturnType<typeof startWorker>;

/**
 * Looks again and again for messages that are due and has them sent, as many at once as there is
 * room. Several processes may do so on one store.
 */
export function startWorker(
  repository: Repository,
  sender: Sender,
  { timings, log }: { timings: Timings; log: Log },
) {
  let isStopped = false;
  let roused = Promise.withResolvers<void>();
  let isDatabaseDown = false;
  let forgottenAt = 0;
  let claimFrom = 0;

  /** @returns whether more may be due than there was room for. */
  async function round(): Promise<boolean> {
    await sender.markAgain();
    const hasBacklog = Date.now() >= claimFrom && (await claimDue());
    if (Date.now() - forgottenAt > hour) {
      await repository.forget(hashAge, sentAge);
      forgottenAt = Date.now();
    }
    return hasBacklog;
  }

  async function claimDue(): Promise<boolean> {
    const room = sender.room();
    if (room <= 0) return true;
    const entries = await repository.claim(room, timings.lease);
    for (const entry of entries) void sender.send(entry);
    return entries.length === room;
  }

  function noteFailure(error: Error): false {
    if (!isDatabaseDown) log.error({ reason: error.message }, 'The store is down.');
    isDatabaseDown = true;
    // When it is back, first every process marks what it sent meanwhile, then they claim: a mail
    // whose lease ran out during the outage would be sent twice otherwise.
    claimFrom = Date.now() + 3 * timings.poll;
    return false;
  }

  function noteSuccess(hasBacklog: boolean): boolean {
    if (isDatabaseDown) log.info('The store is back.');
    isDatabaseDown = false;
    return hasBacklog;
  }

  /** Until it is time to look again, or there is a reason to look sooner. */
  async function sleep(reasons: Promise<void>[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const time = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timings.poll * (0.75 + Math.random() / 2));
    });
    await Promise.race([time, ...reasons]);
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      roused = Promise.withResolvers();
      const call = roused.promise;
      // Created before the round, so that room that appears meanwhile is not missed.
      const moreRoom = sender.moreRoom();
      const hasBacklog = await round().then(noteSuccess, noteFailure);
      if (!isStopped) await sleep(hasBacklog ? [call, moreRoom] : [call]);
    }
  }
  const running = run();

  return {
    /** Something is due and the next round need not wait. */
    rouse: () => roused.resolve(),

    /** No claims after this; what was claimed is still being sent. */
    async stop(): Promise<void> {
      isStopped = true;
      roused.resolve();
      await running;
    },
  };
}
