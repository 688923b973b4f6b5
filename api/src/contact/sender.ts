import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { inOneLine, smtpConnections, type Transport } from './mail.ts';
import type { Entry, Outbox, Outcome } from './outbox.ts';
import { hashMessage, type ReceivedMessage } from './read-message.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** All times of the outbox, in milliseconds. Tests use shorter ones. */
export const usualTimings = {
  /** How long a visitor waits for the mail server; then the answer is `false`: the message is kept. */
  answer: 8 * second,
  /** Servers scan mails. */
  attempt: 2 * minute,
  /** How long a message is this process's: longer than any attempt. */
  lease: 2.5 * minute,
  poll: second,
  firstPause: 5 * second,
  /** Greylisting needs about five minutes. */
  longestPause: 10 * minute,
  /** A person has to correct the set-up, so attempts are rare, but never end. */
  refusedPause: hour,
  shutdown: 5 * second,
};

export type Timings = typeof usualTimings;

/** Mails underway at once: more than connections, which have a next mail while the outbox is asked for more. */
const mostUnderway = 4 * smtpConnections;

/** A message was neither stored nor, in time, delivered: the visitor has to send it again. */
export class NotAcceptedError extends Error {
  override name = 'NotAcceptedError';
  status = 503;
}

/** Waits for a promise, at most `time` ms. @returns undefined when the time is up. */
export function within<Result>(
  time: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  return Promise.race([promise, sleep(time, undefined, { ref: false })]);
}

interface Delivery {
  entry: Entry;
  isStored: boolean;
  outcome: Promise<Outcome>;
  /** What the mail server said when it took the mail. */
  taken?: string;
}

export type Sender = ReturnType<typeof startSender>;

/**
 * Accepts messages, of visitors and of the site to its owner, and sends all that are due, whichever process stored
 * them. A message is accepted when it is stored or delivered. Once the mail server has taken a mail, only its mark is
 * retried, never the mail.
 */
export function startSender(
  outbox: Outbox,
  transport: Transport,
  { timings, log }: { timings: Timings; log: Log },
) {
  /** By the id of the message, until it is marked as sent or has failed. */
  const deliveries = new Map<string, Delivery>();
  const unmarked = () => [...deliveries.values()].filter(({ taken }) => taken !== undefined);
  const underway = () => deliveries.size - unmarked().length;
  const closing = new AbortController();
  const running = run();

  /**
   * Stores a message and waits for the mail server as long as a visitor does.
   * @returns the state of the message, or of an equal earlier one
   * @throws NotAcceptedError
   */
  async function accept(message: ReceivedMessage): Promise<Outcome> {
    if (closing.signal.aborted) throw new NotAcceptedError('The outbox is closing.');
    const entry = { id: hashMessage(message), message, createdAt: new Date(), attempts: 1 };
    const delivery = deliveries.get(entry.id) ?? begin(entry, false);
    const outcome = await within(timings.answer, delivery.outcome);
    if (outcome || delivery.isStored) return outcome ?? 'kept';
    throw new NotAcceptedError('Neither stored nor delivered in time.');
  }

  function begin(entry: Entry, isStored: boolean): Delivery {
    const delivery: Delivery = { entry, isStored, outcome: Promise.resolve('kept') };
    deliveries.set(entry.id, delivery);
    delivery.outcome = (isStored ? attempt : receive)(delivery).finally(() => {
      if (delivery.taken === undefined) deliveries.delete(entry.id);
    });
    return delivery;
  }

  async function receive(delivery: Delivery): Promise<Outcome> {
    const { entry } = delivery;
    const hasRoom = underway() <= mostUnderway;
    try {
      const known = await outbox.keep(entry, hasRoom ? timings.lease : 0);
      delivery.isStored = true;
      if (known) return known;
    } catch (error) {
      const { message: reason } = error as Error;
      log.error({ id: entry.id, reason }, 'Not stored: delivering it at once.');
      if (!hasRoom) throw new NotAcceptedError('Too many messages at once.');
    }
    return hasRoom ? attempt(delivery) : 'kept';
  }

  async function attempt(delivery: Delivery): Promise<Outcome> {
    const { entry, isStored } = delivery;
    const { id, attempts } = entry;
    try {
      const taken = inOneLine(await transport.send(entry, AbortSignal.timeout(timings.attempt)));
      log.info({ id, attempts, answer: taken }, 'Sent.');
      delivery.taken = taken;
      void mark([delivery]).catch(({ message: reason }: Error) =>
        log.error({ id, reason }, 'Sent, but not marked yet.'),
      );
      return 'sent';
    } catch (error) {
      const { message, responseCode = 0 } = error as Error & { responseCode?: number };
      const answer = inOneLine(message);
      // With one fixed recipient the set-up is wrong.
      const state = responseCode >= 500 ? 'refused' : 'kept';
      const pause = pauseAfter(state, attempts, timings);
      log.warn({ id, attempts, state, answer, pause }, 'Not sent.');
      await outbox.note(entry, state, answer, pause).catch((cause: Error) => {
        log.error({ id, reason: cause.message }, 'Not sent, and not noted.');
        // A stored message is due again when its lease ends.
        if (!isStored) throw new NotAcceptedError('Neither stored nor delivered.', { cause });
      });
      return state;
    }
  }

  async function mark(sent = unmarked()): Promise<void> {
    for (const { entry, taken = '' } of sent) {
      await outbox.note(entry, 'sent', taken);
      deliveries.delete(entry.id);
    }
  }

  async function run(): Promise<void> {
    let isDown = false;
    // Monotonic: the system's clock may be set back.
    let forgetAt = 0;
    while (!closing.signal.aborted) {
      let pause = timings.poll * (0.75 + Math.random() / 2);
      try {
        await mark();
        if (isDown) {
          await outbox.count();
          log.info('The store is back.');
          isDown = false;
          // After an outage all processes mark what they sent before any of them claims: a mail whose lease ended
          // meanwhile would be sent twice.
          pause *= 3;
        } else await sendDue();
        if (performance.now() >= forgetAt) {
          await outbox.forgetOld();
          forgetAt = performance.now() + hour;
        }
      } catch (error) {
        if (!isDown) log.error({ reason: (error as Error).message }, 'The store is down.');
        isDown = true;
      }
      await sleep(pause, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  }

  async function sendDue(): Promise<void> {
    const room = mostUnderway - underway();
    if (room <= 0) return;
    for (const entry of await outbox.claim(room, timings.lease)) {
      if (!deliveries.has(entry.id)) begin(entry, true);
    }
  }

  return {
    accept,

    /** Counts mails that are being sent, and sent ones that are not marked yet. */
    count: () => ({ underway: underway(), unmarked: unmarked().length }),

    /** Waits some seconds for the mails underway; a restarted process sends the others. */
    async close(): Promise<void> {
      closing.abort();
      const outcomes = [...deliveries.values()].map(({ outcome }) => outcome);
      await within(timings.shutdown, Promise.allSettled([running, ...outcomes]));
      const marked = mark().catch(({ message: reason }) => log.error({ reason }, 'Not marked.'));
      await within(timings.shutdown, marked);
    },
  };
}

/**
 * The pause before the next attempt, in milliseconds. Chance varies it by ±25 %, so that the messages of one
 * outage do not return in one second.
 */
export function pauseAfter(
  state: 'kept' | 'refused',
  attempts: number,
  { firstPause, longestPause, refusedPause }: Timings,
  chance = Math.random(),
): number {
  const grown = Math.min(longestPause, firstPause * 3 ** (attempts - 1));
  return Math.round((state === 'refused' ? refusedPause : grown) * (0.75 + chance / 2));
}
