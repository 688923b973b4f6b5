import { openDatabase } from '@portfolio/releases/ledger/database.ts';
import type { Database, Value } from '@portfolio/releases/ledger/sqlite.ts';
import type { Config } from '../../config.ts';
import type { Message } from '../validate/message.ts';
import { outboxSchema, type State } from './repository.ts';

/** A line for the owner. The message is stored until it is sent. */
export type Listed = {
  id: string;
  state: State;
  /** A process is sending it, or died while it did. */
  isLeased: boolean;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
  sentAt: Date | null;
  lastAnswer: string | null;
  message: Message | null;
};

export type Messages = ReturnType<typeof openMessages>;

/** The outbox of these settings, for the owner's commands. */
export function openMessages(config: Config) {
  const database = openDatabase(config, outboxSchema);
  return { ...openOverview(database), close: () => database.close() };
}

/** Lists the outbox for the owner, and retries or discards a message. Rejects as the database does. */
export function openOverview(database: Database) {
  return {
    /** @returns false when the message is sent, being sent, or not there. */
    async retry(id: string): Promise<boolean> {
      const rows = await database.run(sql.retry, [id, await database.now()]);
      return rows.length > 0;
    },

    /** Forgets a message that is not sent. @returns false when it is sent, being sent, or not there. */
    async discard(id: string): Promise<boolean> {
      const rows = await database.run(sql.discard, [id, await database.now()]);
      return rows.length > 0;
    },

    async count() {
      type Count = { state: State; messages: number; oldest: Value };
      const rows = await database.run<Count>(sql.count);
      const [refusal] = await database.run<{ last_answer: string | null }>(sql.lastRefusal);
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
      const now = await database.now();
      return (await database.run<ListedRow>(sql.list, [most])).map((row) => toListed(row, now));
    },

    async findById(id: string): Promise<Listed | undefined> {
      const [row] = await database.run<ListedRow>(sql.findById, [id]);
      return row && toListed(row, await database.now());
    },
  };
}

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

function toListed(row: ListedRow, now: number): Listed {
  return {
    id: row.id,
    state: row.state,
    isLeased: row.in_hand === 1 && row.due_at > now,
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
    dueAt: new Date(row.due_at),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    lastAnswer: row.last_answer,
    message: row.payload === null ? null : (JSON.parse(row.payload) as Message),
  };
}

const columns = 'id, state, in_hand, attempts, created_at, due_at, sent_at, last_answer, payload';

const sql = {
  /** Not while a process has leased it: it would be sent twice. */
  retry: `
    UPDATE outbox SET due_at = $2
    WHERE id = $1 AND state <> 'sent' AND (in_hand = 0 OR due_at <= $2)
    RETURNING id`,

  /** Deletes a message for the owner; not while a process has leased it. */
  discard: `
    DELETE FROM outbox
    WHERE id = $1 AND state <> 'sent' AND (in_hand = 0 OR due_at <= $2)
    RETURNING id`,

  /** How many are not sent, by state. */
  count: `
    SELECT state, COUNT(*) AS messages, MIN(created_at) AS oldest FROM outbox
    WHERE state <> 'sent' GROUP BY state`,

  /** What the mail server said to the refused message that was tried last. */
  lastRefusal: `
    SELECT last_answer FROM outbox WHERE state = 'refused' ORDER BY due_at DESC LIMIT 1`,

  list: `
    SELECT ${columns} FROM outbox
    ORDER BY CASE WHEN state = 'sent' THEN 1 ELSE 0 END, created_at DESC LIMIT $1`,

  findById: `SELECT ${columns} FROM outbox WHERE id = $1`,
};
