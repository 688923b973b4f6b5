import { randomBytes } from 'node:crypto';
import type { Log } from '../log.ts';
import type { Sender } from './send/sender.ts';
import { type Timings, within } from './send/timings.ts';
import type { Worker } from './send/worker.ts';
import type { Entry, Repository, State } from './store/repository.ts';
import { hashMessage, type Message } from './validate/message.ts';

/** Neither stored nor delivered: the visitor has to send it again. */
export class NotAcceptedError extends Error {
  override name = 'NotAcceptedError';
}

/** What a process keeps in memory of visitors who wait for their answer, while the store is down. */
const mostUnstored = 100;

/** The steps a message passes, from the store to the mail server. */
interface Steps {
  repository: Repository;
  sender: Sender;
  worker: Worker;
  timings: Timings;
  log: Log;
}

/** Takes messages in: stored or delivered, or not accepted. */
export function openIntake({ repository, sender, worker, timings, log }: Steps) {
  const arriving = new Map<string, Promise<State>>();
  let unstored = 0;
  let isClosed = false;

  async function receive(message: Message, hash: string, timeoutMs: number): Promise<State> {
    const id = randomBytes(8).toString('hex');
    const entry: Entry = { id, hash, message, createdAt: new Date(), attempts: 1 };
    const deadline = Date.now() + timeoutMs;
    const same = sender.find(hash);
    if (same && (await within(timeoutMs, same)) === 'sent') return 'sent';
    const outcome = sender.outcomeOf(id);
    try {
      const known = await storeAndSend(entry);
      if (known) return known;
      // Another process may have sent it, so the store is asked again after the wait.
      const state = await within(deadline - Date.now(), outcome);
      return state ?? (await repository.find(hash).catch(() => undefined)) ?? 'waiting';
    } catch (error) {
      log.error({ id, reason: (error as Error).message }, 'Not stored: delivering it at once.');
      return await sendUnstored(entry, deadline - Date.now());
    } finally {
      sender.forgetOutcome(id);
    }
  }

  /** @returns the state of the same message, if there was one before. */
  async function storeAndSend(entry: Entry): Promise<State | undefined> {
    if (sender.room() <= 0) {
      const known = await repository.keep(entry, null);
      if (!known) worker.rouse();
      return known;
    }
    // Leased at once, so that no other process can take it between two statements.
    const known = await sender.reserve(repository.keep(entry, timings.lease));
    if (!known) void sender.send(entry);
    return known;
  }

  /** The store refused it: the mail server may take it at once, or the store a moment later. */
  async function sendUnstored(entry: Entry, timeoutMs: number): Promise<State> {
    if (unstored >= mostUnstored) throw new NotAcceptedError('Too many messages at once.');
    unstored += 1;
    const state = await within(timeoutMs, sender.find(entry.hash) ?? sender.send(entry)).finally(
      () => {
        unstored -= 1;
      },
    );
    if (state === 'sent') return state;
    if (state === undefined) throw new NotAcceptedError('Neither stored nor delivered in time.');
    try {
      return (await repository.keep({ ...entry, attempts: 1 }, null)) ?? state;
    } catch (error) {
      throw new NotAcceptedError('Neither stored nor delivered.', { cause: error });
    }
  }

  return {
    /**
     * @param timeoutMs how long the visitor may wait for the mail server, in milliseconds.
     * @returns what became of the message, or of the first one that said the same.
     * @throws NotAcceptedError
     */
    accept(message: Message, timeoutMs: number): Promise<State> {
      if (isClosed) return Promise.reject(new NotAcceptedError('The outbox is closing.'));
      const hash = hashMessage(message);
      const same = arriving.get(hash);
      if (same) return same;
      const receiving = receive(message, hash, timeoutMs).finally(() => arriving.delete(hash));
      arriving.set(hash, receiving);
      return receiving;
    },

    /** Whether a message is known already; false while the store is down. */
    async knows(message: Message): Promise<boolean> {
      const hash = hashMessage(message);
      if (arriving.has(hash)) return true;
      return (await repository.find(hash).catch(() => undefined)) !== undefined;
    },

    /** Nothing is accepted after this; resolves when the last visitor has their answer. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(arriving.values());
    },
  };
}
