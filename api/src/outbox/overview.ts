import type { Message } from '../contact/message.ts';
import type { State } from './ledger.ts';
import * as sql from './statements.ts';
import type { Store, Value } from './store.ts';

/** A line for the owner. The message is there until it is sent. */
export type Listed = {
  id: string;
  state: State;
  isInHand: boolean;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
  sentAt: Date | null;
  lastAnswer: string | null;
  message: Message | null;
};

type ListedRow = {
  id: string;
  state: State;
  in_hand: number;
  attempts: number;
  created_at: number;
  due_at: number;
  sent_at: number | null;
  last_answer: string | null;
  payload: string | null;
};

export type Overview = ReturnType<typeof openOverview>;

/** What the owner sees of the outbox, and the one thing to do about it. Rejects as the store does. */
export function openOverview(store: Store) {
  return {
    /** @returns false when the message is sent, being sent, or not there. */
    async retry(id: string): Promise<boolean> {
      const rows = await store.run(sql.retry, [id, Date.now()]);
      return rows.length > 0;
    },

    async count() {
      type Count = { state: State; messages: number; oldest: Value };
      const rows = await store.run<Count>(sql.count);
      const [refusal] = await store.run<{ last_answer: string | null }>(sql.lastRefusal);
      const waiting = rows.find(({ state }) => state === 'waiting');
      return {
        waiting: waiting?.messages ?? 0,
        refused: rows.find(({ state }) => state === 'refused')?.messages ?? 0,
        oldestWaiting: waiting ? new Date(Number(waiting.oldest)) : null,
        lastRefusal: refusal?.last_answer ?? null,
      };
    },

    /** What is not sent yet, then what is; the youngest first. */
    async list(most: number): Promise<Listed[]> {
      return (await store.run<ListedRow>(sql.list, [most])).map(toListed);
    },

    async findById(id: string): Promise<Listed | undefined> {
      return (await store.run<ListedRow>(sql.findById, [id])).map(toListed)[0];
    },
  };
}

function toListed(row: ListedRow): Listed {
  return {
    id: row.id,
    state: row.state,
    isInHand: row.in_hand === 1 && row.due_at > Date.now(),
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
    dueAt: new Date(row.due_at),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    lastAnswer: row.last_answer,
    message: row.payload === null ? null : (JSON.parse(row.payload) as Message),
  };
}
