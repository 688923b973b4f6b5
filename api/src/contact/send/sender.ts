import type { Log } from '../../log.ts';
import type { Entry, Repository, State } from '../store/repository.ts';
import { pauseAfter, type Timings } from './timings.ts';
import { MailRefusedError } from './transport.ts';

/** Hands one message to the mail server. @returns its answer; rejects when it did not take it. */
export type Deliver = (entry: Entry, signal: AbortSignal) => Promise<string>;

export type Sender = ReturnType<typeof openSender>;

/**
 * Hands messages to the mail server and writes down what became of them. Once the server has taken
 * a mail, only the mark is retried, never the mail.
 * @param room how many mails may be underway at once.
 */
export function openSender(
  repository: Repository,
  deliver: Deliver,
  { room, timings, log }: { room: number; timings: Timings; log: Log },
) {
  const underway = new Map<string, { entry: Entry; sending: Promise<State> }>();
  const unmarked = new Map<string, { entry: Entry; sentAt: Date; answer: string }>();
  const marking = new Map<string, Promise<void>>();
  const awaited = new Map<string, (state: State) => void>();
  let reserved = 0;
  let freed = Promise.withResolvers<void>();

  async function attempt(entry: Entry): Promise<State> {
    const { id, attempts } = entry;
    try {
      const answer = await deliver(entry, AbortSignal.timeout(timings.attempt));
      unmarked.set(id, { entry, sentAt: new Date(), answer });
      log.info({ id, attempts, answer }, 'Sent.');
    } catch (error) {
      return await postpone(entry, error as Error);
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
    const marked = repository.markSent(sent.entry, sent.sentAt, sent.answer);
    marking.set(id, marked);
    await marked.finally(() => marking.delete(id));
    unmarked.delete(id);
  }

  async function postpone({ id, attempts }: Entry, error: Error): Promise<State> {
    const state = error instanceof MailRefusedError ? 'refused' : 'waiting';
    const pause = pauseAfter(state, attempts, timings);
    log.warn({ id, attempts, state, answer: error.message, pause }, 'Not sent.');
    // If this cannot be written either, the lease runs out and the message is due again.
    await repository
      .postpone(id, state, pause, error.message)
      .catch(({ message }) => log.error({ id, reason: message }, 'Not sent, and not noted.'));
    return state;
  }

  /** Tries the failed marks once more. Rejects when the database is still down. */
  async function markAgain(): Promise<void> {
    const failed = [...unmarked.keys()].filter((id) => !marking.has(id));
    await Promise.all(failed.map(mark));
  }

  function tellOfRoom(): void {
    freed.resolve();
    freed = Promise.withResolvers();
  }

  return {
    markAgain,

    /** One attempt. Never rejects: what failed is noted, or due again when its lease runs out. */
    send(entry: Entry): Promise<State> {
      const { id } = entry;
      if (unmarked.has(id)) return Promise.resolve('sent');
      const running = underway.get(id);
      if (running) return running.sending;
      const sending = attempt(entry).then((state) => {
        underway.delete(id);
        awaited.get(id)?.(state);
        tellOfRoom();
        return state;
      });
      underway.set(id, { entry, sending });
      return sending;
    },

    /** The result of the next attempt at a message, in whichever process. */
    outcomeOf(id: string): Promise<State> {
      return new Promise((resolve) => awaited.set(id, resolve));
    },

    /** Ends waiting for that. */
    forgetOutcome: (id: string) => awaited.delete(id),

    /** How many mails more may be underway. */
    room: () => room - underway.size - reserved,

    /** Resolves when there is more room than now. */
    moreRoom: () => freed.promise,

    /** Keeps room for a mail while `storing` runs. */
    async reserve<Result>(storing: Promise<Result>): Promise<Result> {
      reserved += 1;
      return storing.finally(() => {
        reserved -= 1;
      });
    },

    /** Mails on their way to the mail server now. */
    underway: () => [...underway.values()].map(({ sending }) => sending),

    /** How many mails were sent and are not marked in the store yet. */
    unmarked: () => unmarked.size,

    /** What becomes of a message with this hash, if this process is sending it or has sent it. */
    find(hash: string): Promise<State> | undefined {
      const isSame = ({ entry }: { entry: Entry }) => entry.hash === hash;
      if ([...unmarked.values()].some(isSame)) return Promise.resolve('sent');
      return [...underway.values()].find(isSame)?.sending;
    },

    /** All marks are tried, those on their way included. */
    async markAll(): Promise<void> {
      await Promise.allSettled(marking.values());
      await markAgain();
    },
  };
}
