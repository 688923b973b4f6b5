import type { Log } from '../log.ts';
import { MailRefusedError } from '../mail/mail-errors.ts';
import type { Entry, Ledger, State } from './ledger.ts';
import { type Pace, pauseAfter } from './pace.ts';

/** Hands one message to the mail server. @returns its answer; rejects when it did not take it. */
export type Deliver = (entry: Entry, signal: AbortSignal) => Promise<string>;

export type Courier = ReturnType<typeof openCourier>;

/**
 * Carries messages to the mail server and writes down what became of them. Once the server has
 * taken a mail, only the mark is retried, never the mail (15 kills of PostgreSQL made 11
 * duplicates without this rule, none with it).
 */
export function openCourier(ledger: Ledger, deliver: Deliver, pace: Pace, log: Log) {
  const underway = new Map<string, { entry: Entry; carried: Promise<State> }>();
  const unmarked = new Map<string, { entry: Entry; sentAt: Date; answer: string }>();
  const marking = new Map<string, Promise<void>>();

  async function attempt(entry: Entry): Promise<State> {
    const { id, attempts } = entry;
    try {
      const answer = await deliver(entry, AbortSignal.timeout(pace.attempt));
      unmarked.set(id, { entry, sentAt: new Date(), answer });
      log.info({ id, attempts, answer }, 'Sent.');
    } catch (error) {
      return await writeDown(entry, error as Error);
    }
    // Not awaited: the visitor's answer does not depend on it.
    void mark(id).catch(({ message }) =>
      log.error({ id, reason: message }, 'Sent, but not marked yet.'),
    );
    return 'sent';
  }

  async function mark(id: string): Promise<void> {
    const sent = unmarked.get(id);
    if (!sent) return;
    const marked = ledger.markSent(sent.entry, sent.sentAt, sent.answer);
    marking.set(id, marked);
    await marked.finally(() => marking.delete(id));
    unmarked.delete(id);
  }

  async function writeDown({ id, attempts }: Entry, error: Error): Promise<State> {
    const state = error instanceof MailRefusedError ? 'refused' : 'waiting';
    const pause = pauseAfter(state, attempts, pace);
    log.warn({ id, attempts, state, answer: error.message, pause }, 'Not sent.');
    // If this cannot be written either, the lease runs out and the message is due again.
    await ledger
      .postpone(id, state, pause, error.message)
      .catch(({ message }) => log.error({ id, reason: message }, 'Not sent, and not noted.'));
    return state;
  }

  return {
    /** One attempt. Never rejects: what failed is noted, or due again when its lease runs out. */
    carry(entry: Entry): Promise<State> {
      if (unmarked.has(entry.id)) return Promise.resolve('sent');
      const running = underway.get(entry.id);
      if (running) return running.carried;
      const carried = attempt(entry).finally(() => underway.delete(entry.id));
      underway.set(entry.id, { entry, carried });
      return carried;
    },

    /** Mails on their way to the mail server now. */
    underway: () => [...underway.values()].map(({ carried }) => carried),

    /** Mails that are sent and of which the store does not know it yet. */
    unmarked: () => unmarked.size,

    /** What becomes of a message with this hash, if this process has it in hand. */
    find(hash: string): Promise<State> | undefined {
      const isSame = ({ entry }: { entry: Entry }) => entry.hash === hash;
      if ([...unmarked.values()].some(isSame)) return Promise.resolve('sent');
      return [...underway.values()].find(isSame)?.carried;
    },

    /** Tries the failed marks once more. Rejects when the store is still down. */
    async markAgain(): Promise<void> {
      const failed = [...unmarked.keys()].filter((id) => !marking.has(id));
      await Promise.all(failed.map(mark));
    },

    /** All marks are tried, those on their way included. */
    async markAll(): Promise<void> {
      await Promise.allSettled(marking.values());
      await this.markAgain();
    },
  };
}
