import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Deliveries } from './deliveries.ts';
import type { Outbox } from './outbox.ts';
import type { Timings } from './timings.ts';

const hour = 3_600_000;

/**
 * Sends the messages that are due, whichever process stored them. Each round marks those that were sent, and claims as
 * many as there is room for; once an hour it forgets old ones.
 */
export function pollOutbox(
  outbox: Outbox,
  deliveries: Deliveries,
  room: () => number,
  { timings, log }: { timings: Timings; log: Log },
) {
  let woken = Promise.withResolvers<void>();
  let isClosed = false;
  let isDatabaseDown = false;
  /** No claim before this time, after an outage. */
  let claimFrom = 0;
  // Monotonic: the system's clock may be set back.
  let forgottenAt = Number.NEGATIVE_INFINITY;
  const running = run();

  async function run(): Promise<void> {
    while (!isClosed) {
      woken = Promise.withResolvers();
      await round().then(noteSuccess, noteFailure);
      const pause = timings.poll * (0.75 + Math.random() / 2);
      await Promise.race([woken.promise, sleep(pause, null, { ref: false })]);
    }
  }

  async function round(): Promise<void> {
    await deliveries.markAll();
    if (performance.now() >= claimFrom) await claimDue();
    if (performance.now() - forgottenAt > hour) {
      await outbox.forgetOld();
      forgottenAt = performance.now();
    }
  }

  async function claimDue(): Promise<void> {
    const free = room();
    if (free <= 0) return;
    for (const entry of await outbox.claim(free, timings.lease)) void deliveries.send(entry);
  }

  function noteSuccess(): void {
    if (isDatabaseDown) log.info('The store is back.');
    isDatabaseDown = false;
  }

  function noteFailure(error: Error): void {
    if (!isDatabaseDown) log.error({ reason: error.message }, 'The store is down.');
    isDatabaseDown = true;
    // After an outage all processes mark what they sent before any of them claims: a mail whose
    // lease ended meanwhile would be sent twice.
    claimFrom = performance.now() + 3 * timings.poll;
  }

  return {
    /** Begins the next round at once. */
    wake: () => woken.resolve(),
    /** Claims no more. Resolves at the end of the round. */
    close(): Promise<void> {
      isClosed = true;
      woken.resolve();
      return running;
    },
  };
}
