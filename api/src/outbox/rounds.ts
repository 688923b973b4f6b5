import type { Log } from '../log.ts';
import type { Courier } from './courier.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Pace } from './pace.ts';

const hour = 3_600_000;

/** The same message within a day is one mail: its hash is kept a little longer. */
const hashAge = 25 * hour;
/** How long `npm run messages` shows that, not what, somebody wrote. */
const sentAge = 30 * 24 * hour;

/**
 * Looks again and again for messages that are due and has them carried, as many at once as there
 * is room. Several processes may do so on one store.
 */
export function startRounds(
  ledger: Ledger,
  courier: Courier,
  carry: (entry: Entry) => Promise<unknown>,
  { room, pace, log }: { room: number; pace: Pace; log: Log },
) {
  let isStopped = false;
  let isRoused = false;
  let wake = () => {};
  let hasBacklog = false;
  let storeIsDown = false;
  let forgottenAt = 0;
  let claimFrom = 0;

  async function round(): Promise<void> {
    await courier.markAgain();
    if (Date.now() >= claimFrom) await claimDue();
    if (Date.now() - forgottenAt > hour) {
      await ledger.forget(hashAge, sentAge);
      forgottenAt = Date.now();
    }
  }

  async function claimDue(): Promise<void> {
    const free = room - courier.underway().length;
    hasBacklog = free <= 0;
    if (hasBacklog) return;
    const entries = await ledger.claim(free, pace.lease);
    hasBacklog = entries.length === free;
    for (const entry of entries) void carry(entry);
  }

  function noteFailure(error: Error): void {
    if (!storeIsDown) log.error({ reason: error.message }, 'The store is down.');
    storeIsDown = true;
    // When it is back, first every process marks what it sent meanwhile, then they claim: a mail
    // whose lease ran out during the outage would be sent twice otherwise.
    claimFrom = Date.now() + 3 * pace.poll;
  }

  function noteSuccess(): void {
    if (storeIsDown) log.info('The store is back.');
    storeIsDown = false;
  }

  function rouse(): void {
    isRoused = true;
    wake();
  }

  async function sleep(): Promise<void> {
    if (!isRoused) {
      const length = pace.poll * (0.75 + Math.random() / 2);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, length);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    isRoused = false;
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await round().then(noteSuccess, noteFailure);
      await sleep();
    }
  }
  const running = run();

  return {
    /** Something is due and the next round need not wait. */
    rouse,
    /** A mail is off our hands: if more may be due, there is room for it now. */
    makeUseOfRoom(): void {
      if (hasBacklog) rouse();
    },
    /** No claims after this; what was claimed is still being carried. */
    async stop(): Promise<void> {
      isStopped = true;
      rouse();
      await running;
    },
  };
}
