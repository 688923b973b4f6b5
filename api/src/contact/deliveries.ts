import type { Log } from '../log.ts';
import { MailRefusedError, type Transport } from './mail.ts';
import type { Entry, MessageState, Outbox } from './outbox.ts';
import { pauseAfter, type Timings } from './timings.ts';

/** The state of a message after an attempt to send it. */
export type Outcome = Exclude<MessageState, 'sending'>;

/**
 * A mail of this process. A sent one stays here until the outbox has marked it, so that the process does not
 * send it again.
 */
type Delivery = { entry: Entry; outcome: Promise<Outcome> } & (
  | { state: 'sending' }
  | { state: 'sent'; sentAt: Date; reply: string }
);

export type Deliveries = ReturnType<typeof openDeliveries>;

/**
 * Sends mails and stores the outcome. Once the server has accepted a mail, only its mark is retried, never
 * the mail.
 * @param onAttempted is called after each attempt, when its delivery has made room for another one
 */
export function openDeliveries(
  outbox: Outbox,
  transport: Transport,
  { timings, log }: { timings: Timings; log: Log },
  onAttempted: (entry: Entry, outcome: Outcome) => void,
) {
  // By the id of the message.
  const deliveries = new Map<string, Delivery>();

  /** Makes one attempt. Never rejects: a failed message is due after a pause, or when its lease ends. */
  function send(entry: Entry): Promise<Outcome> {
    const known = deliveries.get(entry.id);
    if (known) return known.outcome;
    const outcome = attempt(entry);
    deliveries.set(entry.id, { state: 'sending', entry, outcome });
    return outcome;
  }

  async function attempt(entry: Entry): Promise<Outcome> {
    const outcome = await transport.send(entry, AbortSignal.timeout(timings.attempt)).then(
      (reply) => noteSent(entry, reply),
      (error: Error) => postpone(entry, error),
    );
    onAttempted(entry, outcome);
    return outcome;
  }

  function noteSent(entry: Entry, reply: string): Outcome {
    const { id, attempts } = entry;
    const outcome = Promise.resolve<Outcome>('sent');
    deliveries.set(id, { state: 'sent', entry, outcome, sentAt: new Date(), reply });
    log.info({ id, attempts, answer: reply }, 'Sent.');
    // Not awaited: the visitor's answer does not depend on the mark.
    void mark(id).catch(({ message }) =>
      log.error({ id, reason: message }, 'Sent, but not marked yet.'),
    );
    return 'sent';
  }

  async function mark(id: string): Promise<void> {
    const delivery = deliveries.get(id);
    if (delivery?.state !== 'sent') return;
    await outbox.markSent(delivery.entry, delivery.sentAt, delivery.reply);
    deliveries.delete(id);
  }

  /** Marking twice is harmless. Rejects while the database is down. */
  async function markAll(): Promise<void> {
    await Promise.all([...deliveries.keys()].map(mark));
  }

  /** A refused mail is due after about an hour, any other after a pause that grows with its attempts. */
  async function postpone({ id, attempts }: Entry, error: Error): Promise<Outcome> {
    const outcome = error instanceof MailRefusedError ? 'refused' : 'kept';
    const pause = pauseAfter(outcome, attempts, timings);
    log.warn({ id, attempts, state: outcome, answer: error.message, pause }, 'Not sent.');
    // If this fails too, the message is due again when its lease ends.
    await outbox
      .postpone(id, outcome, pause, error.message)
      .catch(({ message }) => log.error({ id, reason: message }, 'Not sent, and not noted.'));
    deliveries.delete(id);
    return outcome;
  }

  function count(state: Delivery['state']): number {
    return [...deliveries.values()].filter((delivery) => delivery.state === state).length;
  }

  return {
    send,
    markAll,
    count,

    /** The outcome of a message with this hash that this process is sending or has sent. */
    find(hash: string): Promise<Outcome> | undefined {
      // An unstored message and an equal one of the outbox have different ids.
      const equal = [...deliveries.values()].filter(({ entry }) => entry.hash === hash);
      const found = equal.find(({ state }) => state === 'sent') ?? equal[0];
      return found?.outcome;
    },

    /** Resolves when no mail is being sent any more. */
    async settled(): Promise<void> {
      await Promise.all([...deliveries.values()].map(({ outcome }) => outcome));
    },
  };
}
