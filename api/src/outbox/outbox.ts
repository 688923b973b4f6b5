import type { Log } from '../log.ts';
import { type Deliver, openCourier } from './courier.ts';
import { openLedger } from './ledger.ts';
import { openOverview } from './overview.ts';
import type { Pace } from './pace.ts';
import { openReception } from './reception.ts';
import { startRounds } from './rounds.ts';
import type { Store } from './store.ts';
import { within } from './within.ts';

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * Messages on their way to the mail server: accepted when they are on disk, tried until the server
 * takes them. See statements.ts for how several processes share one.
 * @param deliver hands one message to the mail server.
 * @param room how many mails may be underway at once.
 */
export function openOutbox(
  store: Store,
  deliver: Deliver,
  options: { room: number; pace: Pace; log: Log },
) {
  const { pace, log } = options;
  const ledger = openLedger(store);
  const overview = openOverview(store);
  const courier = openCourier(ledger, deliver, pace, log);
  const reception = openReception(ledger, courier, {
    ...options,
    onDue: () => rounds.rouse(),
    onRoom: () => rounds.makeUseOfRoom(),
  });
  const rounds = startRounds(ledger, courier, reception.carry, options);
  let lastCount = {
    waiting: 0,
    refused: 0,
    oldestWaiting: null as Date | null,
    lastRefusal: null as string | null,
  };

  return {
    accept: reception.accept,
    knows: reception.knows,

    /** Never rejects: while the store is down the counts are the last known ones. */
    async health() {
      const counted = await overview.count().catch(() => undefined);
      if (counted) lastCount = counted;
      const { waiting, refused, oldestWaiting, lastRefusal } = lastCount;
      const oldestWaitingSeconds = oldestWaiting
        ? Math.round((Date.now() - oldestWaiting.getTime()) / 1000)
        : null;
      return {
        store: counted ? ('ok' as const) : ('down' as const),
        waiting,
        refused,
        oldestWaitingSeconds,
        lastRefusal,
        underway: courier.underway().length,
        unmarked: courier.unmarked(),
      };
    },

    /** Stops claiming and waits for the mails in flight, but not for ever. The store stays open. */
    async close(): Promise<void> {
      await within(pace.farewell, Promise.all([rounds.stop(), reception.close()]));
      await within(pace.farewell, Promise.all(courier.underway()));
      await within(
        pace.farewell,
        courier.markAll().catch(({ message }) => log.error({ reason: message }, 'Not marked.')),
      );
    },
  };
}
