import { randomBytes } from 'node:crypto';
import type { Log } from '../log.ts';
import { hashMessage, type Message } from './message.ts';
import type { Entry, Outbox, State } from './outbox.ts';
import type { Sender } from './send/sender.ts';
import { type Timings, within } from './send/timings.ts';

/** Neither stored nor delivered: the visitor has to send it again. */
export class NotAcceptedError extends Error {
  override name = 'NotAcceptedError';
}

/** What a process keeps in memory of visitors who wait for their answer, while the store is down. */
const mostUnstored = 100;

/** Takes messages in: stored or delivered, or not accepted. */
export function openIntake(outbox: Outbox, sender: Sender, timings: Timings, log: Log) {
  const arriving = new Map<string, Promise<State>>();
  let unstored = 0;
  let isClosed = false;

  async function receive(message: Message, hash: string): Promise<State> {
    const id = randomBytes(8).toString('hex');
    const entry: Entry = { id, hash, message, createdAt: new Date(), attempts: 1 };
    const deadline = Date.now() + timings.answer;
    const same = sender.find(hash);
    if (same && (await within(timings.answer, same)) === 'sent') return 'sent';
    try {
      const state = await sender.storeAndSend(entry, deadline - Date.now());
      // Another process may have sent it, so the store is asked again after the wait.
      return state ?? (await outbox.find(hash).catch(() => undefined)) ?? 'waiting';
    } catch (error) {
      log.error({ id, reason: (error as Error).message }, 'Not stored: delivering it at once.');
      return await sendUnstored(entry, deadline - Date.now());
    }
  }

  /** The store refused it: the mail server may take it at once, or the store a moment later. */
  async function sendUnstored(entry: Entry, timeoutMs: number): Promise<State> {
    if (unstored >= mostUnstored) throw new NotAcceptedError('Too many messages at once.');
    unstored += 1;
    const sending = sender.find(entry.hash) ?? sender.send(entry);
    const state = await within(timeoutMs, sending).finally(() => {
      unstored -= 1;
    });
    if (state === 'sent') return state;
    if (state === undefined) throw new NotAcceptedError('Neither stored nor delivered in time.');
    try {
      return (await outbox.keep(entry, null)) ?? state;
    } catch (error) {
      throw new NotAcceptedError('Neither stored nor delivered.', { cause: error });
    }
  }

  return {
    /**
     * Waits for the mail server as long as a visitor does.
     * @returns what became of the message, or of the first one that said the same.
     * @throws NotAcceptedError
     */
    accept(message: Message): Promise<State> {
      if (isClosed) return Promise.reject(new NotAcceptedError('The outbox is closing.'));
      const hash = hashMessage(message);
      const same = arriving.get(hash);
      if (same) return same;
      const receiving = receive(message, hash).finally(() => arriving.delete(hash));
      arriving.set(hash, receiving);
      return receiving;
    },

    /** Whether a message is known already; false while the store is down. */
    async knows(message: Message): Promise<boolean> {
      const hash = hashMessage(message);
      if (arriving.has(hash)) return true;
      return (await outbox.find(hash).catch(() => undefined)) !== undefined;
    },

    /** Nothing is accepted after this; resolves when the last visitor has their answer. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(arriving.values());
    },
  };
}
