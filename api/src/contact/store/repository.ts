import type { Database, Schema } from '@portfolio/releases/ledger/sqlite.ts';
import type { Message } from '../validate/message.ts';

/** What became of a message. A refused one waits too: the owner has to correct the set-up. */
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

export type Repository = ReturnType<typeof openRepository>;

/**
 * The outbox is this one table. Times are milliseconds since 1970. A worker leases a row: one
 * statement moves its `due_at` into the future, and until then no other worker takes it (a visibility
 * time-out). A process that dies leaves nothing to clean up. What is due goes by the clock of the
 * store: those of several machines may differ. (`in_hand` says that a row is leased; under another name it would be
 * missed by processes that still run the code from before.) `senders` says who wrote how often; its rows live
 * for one window, and hold no address.
 */
export const outboxSchema: Schema = {
  name: 'outbox',
  connections: 10,
  migrations: [
    [
      `CREATE TABLE IF NOT EXISTS outbox (
    id TEXT PRIMARY KEY,
    hash TEXT UNIQUE,
    payload TEXT,
    state TEXT NOT NULL,
    in_hand INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    sent_at BIGINT,
    last_answer TEXT
  )`,
      `CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due_at) WHERE state <> 'sent'`,
      `CREATE TABLE IF NOT EXISTS senders (
    client TEXT PRIMARY KEY,
    since BIGINT NOT NULL,
    hits INTEGER NOT NULL
  )`,
    ],
  ],
};

/** The messages of the outbox. Everything rejects when the database is down. */
export function openRepository(database: Database) {
  const find = async (hash: string): Promise<State | undefined> => {
    const [first] = await database.run<{ state: State }>(sql.find, [hash]);
    return first?.state;
  };

  /**
   * Stores a message, leased by this process for so many milliseconds, or for the first to claim it.
   * @returns the first one's state if the same message is known already, otherwise undefined.
   */
  const keep = async (entry: Entry, lease: number | null): Promise<State | undefined> => {
    const { id, hash, message, createdAt } = entry;
    const isLeased = lease === null ? 0 : 1;
    const due = (await database.now()) + (lease ?? 0);
    const values = [id, hash, JSON.stringify(message), isLeased, createdAt.getTime(), due];
    const stored = await database.run(sql.keep, values);
    if (stored.length > 0) return undefined;
    // None if its hash was deleted between the two statements.
    return (await find(hash)) ?? keep(entry, lease);
  };

  return {
    find,
    keep,

    /** Leases up to `most` messages that are due, for `lease` ms. */
    async claim(most: number, lease: number): Promise<Entry[]> {
      const now = await database.now();
      const rows = await database.run<ClaimedRow>(sql.claim, [now + lease, now, most]);
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
      const marked = await database.run(sql.markSent, [id, sentAt.getTime(), answer]);
      if (marked.length > 0) return;
      const values = [id, hash, createdAt.getTime(), sentAt.getTime(), answer];
      await database.run(sql.recordSent, values);
    },

    async postpone(id: string, state: 'waiting' | 'refused', pause: number, answer: string) {
      const due = (await database.now()) + pause;
      await database.run(sql.postpone, [id, state, due, answer]);
    },

    /** After `hashAge` ms a sent message may come again, after `age` ms nothing is left of it. */
    async forget(hashAge: number, age: number): Promise<void> {
      await database.run(sql.forgetHashes, [Date.now() - hashAge]);
      await database.run(sql.forgetSent, [Date.now() - age]);
    },
  };
}

type ClaimedRow = Pick<Entry, 'id' | 'hash' | 'attempts'> & { payload: string; created_at: number };

const sql = {
  /** A message is stored once: one with the same hash changes nothing and returns nothing. */
  keep: `
    INSERT INTO outbox (id, hash, payload, state, in_hand, attempts, created_at, due_at)
    VALUES ($1, $2, $3, 'waiting', $4, $4, $5, $6)
    ON CONFLICT (hash) DO NOTHING
    RETURNING id`,

  find: `SELECT state FROM outbox WHERE hash = $1`,

  /** The condition is said twice: PostgreSQL checks the outer one again once it has the row's lock. */
  claim: `
    UPDATE outbox SET due_at = $1, in_hand = 1, attempts = attempts + 1
    WHERE state <> 'sent' AND due_at <= $2 AND id IN (
      SELECT id FROM outbox WHERE state <> 'sent' AND due_at <= $2 ORDER BY due_at LIMIT $3
    )
    RETURNING id, hash, payload, attempts, created_at`,

  /** The text goes with the mark: what has been sent is in the owner's mailbox and nowhere else. */
  markSent: `
    UPDATE outbox SET state = 'sent', in_hand = 0, sent_at = $2, last_answer = $3, payload = NULL
    WHERE id = $1
    RETURNING id`,

  /** For a message delivered while it could not be stored. */
  recordSent: `
    INSERT INTO outbox
      (id, hash, state, in_hand, attempts, created_at, due_at, sent_at, last_answer)
    VALUES ($1, $2, 'sent', 0, 1, $3, $3, $4, $5)
    ON CONFLICT DO NOTHING`,

  /** After a failed attempt; never for one that another process has marked meanwhile. */
  postpone: `
    UPDATE outbox SET state = $2, in_hand = 0, due_at = $3, last_answer = $4
    WHERE id = $1 AND state <> 'sent'`,

  /** From then on the same message is a new one. */
  forgetHashes: `
    UPDATE outbox SET hash = NULL WHERE state = 'sent' AND sent_at < $1 AND hash IS NOT NULL`,

  /** Nothing is left of the message. */
  forgetSent: `DELETE FROM outbox WHERE state = 'sent' AND sent_at < $1`,
};
