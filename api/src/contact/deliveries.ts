import type { Log } from '../log.ts';
import { MailRefusedError, type Transport } from './mail.ts';
import type { Entry, MessageState, Outbox } from './outbox.ts';
import { pauseAfter, type Timings } from './timings.ts';

/**
 * A mail of this process. A sent one stays here until the outbox has marked it, so that the process does not
 * send it again.
 */
type Delivery =
  | { is: 'sending'; entry: Entry; outcome: Promise<MessageState> }
  | { is: 'sent'; entry: Entry; outcome: Promise<MessageState>; sentAt: Date; reply: string };

/**
 * Sends mails and stores the outcome. Once the server has accepted a mail, only its mark is retried, never
 * the mail.
 * @param onAttempted is called after each attempt, when its delivery has made room for another one
 */
export function openDeliveries(
  outbox: Outbox,
  transport: Transport,
  { timings, log }: { timings: Timings; log: Log },
  onAttempted: (entry: Entry, state: MessageState) => void,
) {
  const deliveries = new Map<string, Delivery>();

  /** Makes one attempt. Never rejects: a failed message is due after a pause, or when its lease ends. */
  function send(entry: Entry): Promise<MessageState> {
    const { id } = entry;
    const found = deliveries.get(id);
    if (found) return found.outcome;
    const outcome = attempt(entry).then((state) => {
      if (state !== 'sent') deliveries.delete(id);
      onAttempted(entry, state);
      return state;
    });
    deliveries.set(id, { is: 'sending', entry, outcome });
    return outcome;
  }

  async function attempt(entry: Entry): Promise<MessageState> {
    const { id, attempts } = entry;
    try {
      const reply = await transport.send(entry, AbortSignal.timeout(timings.attempt));
      const outcome = Promise.resolve<MessageState>('sent');
      deliveries.set(id, { is: 'sent', entry, outcome, sentAt: new Date(), reply });
      log.info({ id, attempts, answer: reply }, 'Sent.');
    } catch (error) {
      return await postpone(entry, error as Error);
    }
    // Not awaited: the visitor's answer does not depend on the mark.
    void mark(id).catch(({ message }) =>
      log.error({ id, reason: message }, 'Sent, but not marked yet.'),
    );
    return 'sent';
  }

  async function mark(id: string): Promise<void> {
    const delivery = deliveries.get(id);
    if (delivery?.is !== 'sent') return;
    await outbox.markSent(delivery.entry, delivery.sentAt, delivery.reply);
    deliveries.delete(id);
  }

  /** Marking twice is harmless. Rejects while the database is down. */
  async function markAll(): Promise<void> {
    await Promise.all([...deliveries.keys()].map(mark));
  }

  /** A refused mail is due after about an hour, any other after a pause that grows with its attempts. */
  async function postpone({ id, attempts }: Entry, error: Error): Promise<MessageState> {
    const state = error instanceof MailRefusedError ? 'refused' : 'kept';
    const pause = pauseAfter(state, attempts, timings);
    log.warn({ id, attempts, state, answer: error.message, pause }, 'Not sent.');
    // If this fails too, the message is due again when its lease ends.
    await outbox
      .postpone(id, state, pause, error.message)
      .catch(({ message }) => log.error({ id, reason: message }, 'Not sent, and not noted.'));
    return state;
  }

  function count(is: Delivery['is']): number {
    return [...deliveries.values()].filter((delivery) => delivery.is === is).length;
  }

  return {
    send,
    markAll,
    count,

    /** The outcome of a message with this hash that this process is sending or has sent. */
    find(hash: string): Promise<MessageState> | undefined {
      const same = [...deliveries.values()].filter(({ entry }) => entry.hash === hash);
      const found = same.find(({ is }) => is === 'sent') ?? same[0];
      return found?.outcome;
    },

    /** Resolves when no mail is being sent any more. */
    async settled(): Promise<void> {
      await Promise.all([...deliveries.values()].map(({ outcome }) => outcome));
    },
  };
}
