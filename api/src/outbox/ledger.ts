import type { Message } from '../contact/message.ts';
import * as sql from './statements.ts';
import type { Store } from './store.ts';

/** What became of a message. A refused one waits too: somebody has to mend the set-up. */
export type State = 'waiting' | 'refused' | 'sent';

/** One attempt to send one message. */
export type Entry = {
  id: string;
  hash: string;
  message: Message;
  createdAt: Date;
  /** Counting this one. */
  attempts: number;
};

export type Ledger = ReturnType<typeof openLedger>;

/** The outbox's rows in its own words. Everything rejects when the store is down. */
export function openLedger(store: Store) {
  return {
    /**
     * Stores a message, in the hand of this process until `heldUntil`, or for the first to claim it.
     * @returns the first one's state if the same message is known already, otherwise undefined.
     */
    async keep(entry: Entry, heldUntil: number | null): Promise<State | undefined> {
      const { id, hash, message, createdAt } = entry;
      const inHand = heldUntil === null ? 0 : 1;
      const due = heldUntil ?? createdAt.getTime();
      const values = [id, hash, JSON.stringify(message), inHand, createdAt.getTime(), due];
      const stored = await store.run(sql.keep, values);
      if (stored.length > 0) return undefined;
      const first = await this.find(hash);
      // The first one's hash was forgotten between the two statements.
      return first ?? this.keep(entry, heldUntil);
    },

    async find(hash: string): Promise<State | undefined> {
      const [first] = await store.run<{ id: string; state: State }>(sql.find, [hash]);
      return first?.state;
    },

    /** Takes up to `most` messages that are due in the hand of this process, for `lease` ms. */
    async claim(most: number, lease: number): Promise<Entry[]> {
      const now = Date.now();
      const rows = await store.run<{
        id: string;
        hash: string;
        payload: string;
        attempts: number;
        created_at: number;
      }>(sql.claim, [now + lease, now, most]);
      return rows.map(({ id, hash, payload, attempts, created_at }) => ({
        id,
        hash,
        message: JSON.parse(payload) as Message,
        createdAt: new Date(created_at),
        attempts,
      }));
    },

    /** Also right for a message that could not be stored before. */
    async markSent(entry: Entry, sentAt: Date, answer: string): Promise<void> {
      const { id, hash, createdAt } = entry;
      const marked = await store.run(sql.markSent, [id, sentAt.getTime(), answer]);
      if (marked.length > 0) return;
      const values = [id, hash, createdAt.getTime(), sentAt.getTime(), answer];
      await store.run(sql.recordSent, values);
    },

    async postpone(id: string, state: 'waiting' | 'refused', pause: number, answer: string) {
      await store.run(sql.postpone, [id, state, Date.now() + pause, answer]);
    },

    /** After `hashAge` ms a sent message may come again, after `age` ms nothing is left of it. */
    async forget(hashAge: number, age: number): Promise<void> {
      await store.run(sql.forgetHashes, [Date.now() - hashAge]);
      await store.run(sql.forgetSent, [Date.now() - age]);
    },
  };
}
