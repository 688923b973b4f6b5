import type { Database, Schema } from '@portfolio/releases/database/database.ts';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import type { Config } from '../config.ts';
import type { ReceivedMessage } from './read-message.ts';
import { longestDelay } from './timings.ts';

/**
 * What became of a message: `kept` until it is due, `sending` while a process hands it to the mail server,
 * `sent` once the server has taken it. A `refused` one is kept too: the owner has to correct the set-up.
 */
export type MessageState = 'kept' | 'sending' | 'sent' | 'refused';

/** One attempt to send one message. */
export type Entry = {
  id: string;
  hash: string;
  message: ReceivedMessage;
  createdAt: Date;
  /** Counting this one. */
  attempts: number;
};

/**
 * The outbox is this one table. Times are milliseconds since 1970. A worker leases a row: one
 * statement moves its `due_at` into the future, and until then no other worker takes it (a visibility
 * time-out). A process that dies leaves nothing to clean up. What is due goes by the clock of the
 * store: those of several machines may differ. `senders` says who wrote how often; its rows live for one
 * window, and hold no address.
 */
export const outboxSchema: Schema = {
  name: 'outbox',
  version: 1,
  connections: 10,
  tables: [
    `CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      hash TEXT UNIQUE,
      payload TEXT,
      state TEXT NOT NULL,
      is_leased INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      due_at BIGINT NOT NULL,
      sent_at BIGINT,
      last_answer TEXT
    )`,
    `CREATE INDEX outbox_due ON outbox (due_at) WHERE state <> 'sent'`,
    `CREATE TABLE senders (
      client TEXT PRIMARY KEY,
      since BIGINT NOT NULL,
      hits INTEGER NOT NULL
    )`,
  ],
  repair:
    "Stop the site and put last night's copy in its place (api/ops/backup.sh says how). Without a copy, move it away: an empty one is made, and what waited in it is lost.",
};

/** A line for the owner. The message is stored until it is sent. */
export type ListedMessage = {
  id: string;
  /** `sending` also where a process died while it did. */
  state: MessageState;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
  sentAt: Date | null;
  lastAnswer: string | null;
  message: ReceivedMessage | null;
};

const hour = 3_600_000;

/** The same message within a day is one mail: its hash is kept a little longer. */
const hashAge = 25 * hour;
/** How long `npm run messages` shows that, not what, a visitor wrote. */
const sentAge = 30 * 24 * hour;

export type Outbox = ReturnType<typeof openOutbox>;

export type Messages = Awaited<ReturnType<typeof openMessages>>;

/** The outbox of these settings, for the owner's commands. */
export async function openMessages(config: Config) {
  const database = await openDatabase(config, outboxSchema);
  return { ...openOutbox(database), close: () => database.close() };
}

/** The messages of the outbox. Everything rejects when the database is down. */
export function openOutbox(database: Database) {
  async function find(hash: string): Promise<MessageState | undefined> {
    type Found = { state: MessageState };
    const [first] = await database.run<Found>('SELECT state FROM outbox WHERE hash = $1', [hash]);
    return first?.state;
  }

  /**
   * Stores a message, leased by this process for so many milliseconds, or for the first to claim it.
   * @returns the first one's state if the same message is known already, otherwise undefined.
   */
  async function keep(entry: Entry, lease: number | null): Promise<MessageState | undefined> {
    const { id, hash, message, createdAt } = entry;
    const isLeased = lease === null ? 0 : 1;
    const due = (await database.now()) + (lease ?? 0);
    const stored = await database.run(
      `INSERT INTO outbox (id, hash, payload, state, is_leased, attempts, created_at, due_at)
      VALUES ($1, $2, $3, 'kept', $4, $4, $5, $6)
      ON CONFLICT (hash) DO NOTHING RETURNING id`,
      [id, hash, JSON.stringify(message), isLeased, createdAt.getTime(), due],
    );
    if (stored.length > 0) return undefined;
    // None if its hash was deleted between the two statements.
    return (await find(hash)) ?? keep(entry, lease);
  }

  /** Changes a message that is not sent. @returns false when it is sent, leased, or not there. */
  async function change(statement: string, id: string): Promise<boolean> {
    const now = await database.now();
    const rows = await database.run(
      `${statement} WHERE id = $1 AND state <> 'sent'
        AND (is_leased = 0 OR due_at <= $2 OR due_at > $3) RETURNING id`,
      [id, now, now + longestDelay],
    );
    return rows.length > 0;
  }

  async function findOne(by: 'id' | 'hash', value: string): Promise<ListedMessage | undefined> {
    const statement = `SELECT ${columns} FROM outbox WHERE ${by} = $1`;
    const [row] = await database.run<ListedRow>(statement, [value]);
    return row && toListed(row, await database.now());
  }

  return {
    find,
    keep,

    /** Leases up to `most` messages that are due, for `lease` ms. */
    async claim(most: number, lease: number): Promise<Entry[]> {
      const now = await database.now();
      // The condition is said twice: PostgreSQL checks the outer one again once it has the row's lock.
      const rows = await database.run<ClaimedRow>(
        `UPDATE outbox SET due_at = $1, is_leased = 1, attempts = attempts + 1
        WHERE state <> 'sent' AND (due_at <= $2 OR due_at > $3) AND id IN (
          SELECT id FROM outbox
          WHERE state <> 'sent' AND (due_at <= $2 OR due_at > $3) ORDER BY due_at LIMIT $4
        )
        RETURNING id, hash, payload, attempts, created_at AS "createdAt"`,
        [now + lease, now, now + longestDelay, most],
      );
      return rows.map(({ payload, createdAt, ...row }) => ({
        ...row,
        message: JSON.parse(payload) as ReceivedMessage,
        createdAt: new Date(createdAt),
      }));
    },

    /** Deletes the text with the mark: what has been sent is in the owner's mailbox and nowhere else. */
    async markSent({ id, hash, createdAt }: Entry, sentAt: Date, answer: string): Promise<void> {
      const marked = await database.run(
        `UPDATE outbox SET state = 'sent', is_leased = 0, sent_at = $2, last_answer = $3, payload = NULL
        WHERE id = $1 RETURNING id`,
        [id, sentAt.getTime(), answer],
      );
      if (marked.length > 0) return;
      // It was delivered while it could not be stored.
      await database.run(
        `INSERT INTO outbox
          (id, hash, state, is_leased, attempts, created_at, due_at, sent_at, last_answer)
        VALUES ($1, $2, 'sent', 0, 1, $3, $3, $4, $5)
        ON CONFLICT DO NOTHING`,
        [id, hash, createdAt.getTime(), sentAt.getTime(), answer],
      );
    },

    /** After a failed attempt; never for one that another process has marked meanwhile. */
    async postpone(id: string, state: 'kept' | 'refused', pause: number, answer: string) {
      await database.run(
        `UPDATE outbox SET state = $2, is_leased = 0, due_at = $3, last_answer = $4
        WHERE id = $1 AND state <> 'sent'`,
        [id, state, (await database.now()) + pause, answer],
      );
    },

    /** Without its hash the same message is a new one. Takes what was deleted off the disk. */
    async forgetOld(): Promise<void> {
      const now = await database.now();
      // What a clock that was ahead noted would be kept for as long as it was ahead.
      await database.run(`UPDATE outbox SET sent_at = $1 WHERE state = 'sent' AND sent_at > $1`, [
        now,
      ]);
      await database.run(
        `UPDATE outbox SET hash = NULL WHERE state = 'sent' AND sent_at < $1 AND hash IS NOT NULL`,
        [now - hashAge],
      );
      const sent = `DELETE FROM outbox WHERE state = 'sent' AND sent_at < $1`;
      await database.run(sent, [now - sentAge]);
      // A process that reads the log at this moment is in the way: then the next hour does it.
      void database.truncateLog().catch(() => {});
    },

    /** Sends a message now. @returns false when it is sent, being sent, or not there. */
    retry: (id: string) => change('UPDATE outbox SET due_at = $2', id),

    /** Deletes a message that is not sent. @returns false when it is sent, being sent, or not there. */
    discard: (id: string) => change('DELETE FROM outbox', id),

    /** What is not sent, and what the mail server said to the refused message that was tried last. */
    async count(): Promise<Count | undefined> {
      const [count] = await database.run<Count>(
        `SELECT
          COUNT(*) FILTER (WHERE state = 'kept') AS waiting,
          COUNT(*) FILTER (WHERE state = 'refused') AS refused,
          MIN(created_at) FILTER (WHERE state = 'kept') AS "oldestWaiting",
          (SELECT last_answer FROM outbox WHERE state = 'refused' ORDER BY due_at DESC LIMIT 1)
            AS "lastRefusal"
        FROM outbox WHERE state <> 'sent'`,
      );
      return count;
    },

    /** What is not sent yet, then what is; the youngest first. */
    async list(most: number): Promise<ListedMessage[]> {
      const now = await database.now();
      const rows = await database.run<ListedRow>(
        `SELECT ${columns} FROM outbox
        ORDER BY CASE WHEN state = 'sent' THEN 1 ELSE 0 END, created_at DESC LIMIT $1`,
        [most],
      );
      return rows.map((row) => toListed(row, now));
    },

    findById: (id: string) => findOne('id', id),

    /** What was written alike, for as long as its hash is kept. */
    findByHash: (hash: string) => findOne('hash', hash),
  };
}

type ClaimedRow = Pick<Entry, 'id' | 'hash' | 'attempts'> & { payload: string; createdAt: number };

type Count = {
  waiting: number;
  refused: number;
  oldestWaiting: number | null;
  lastRefusal: string | null;
};

type ListedRow = Pick<ListedMessage, 'id' | 'state' | 'attempts' | 'lastAnswer'> & {
  is_leased: number;
  createdAt: number;
  dueAt: number;
  sentAt: number | null;
  payload: string | null;
};

const columns = `id, state, is_leased, attempts, created_at AS "createdAt", due_at AS "dueAt",
  sent_at AS "sentAt", last_answer AS "lastAnswer", payload`;

function toListed({ is_leased, payload, ...row }: ListedRow, now: number): ListedMessage {
  const isLeased = is_leased === 1 && row.dueAt > now && row.dueAt <= now + longestDelay;
  return {
    ...row,
    state: isLeased ? 'sending' : row.state,
    createdAt: new Date(row.createdAt),
    dueAt: new Date(row.dueAt),
    sentAt: row.sentAt === null ? null : new Date(row.sentAt),
    message: payload === null ? null : (JSON.parse(payload) as ReceivedMessage),
  };
}
