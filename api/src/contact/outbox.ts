import type { Database, Schema } from '@portfolio/releases/database/database.ts';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import type { Config } from '../config.ts';
import type { ReceivedMessage } from './read-message.ts';
import { longestDelay } from './timings.ts';

/**
 * A message is `kept` until it is due, `sending` while a process hands it to the mail server, and `sent` once
 * the server has accepted it. A `refused` one is retried too, as the owner may correct the set-up.
 */
export type MessageState = 'kept' | 'sending' | 'sent' | 'refused';

/** One attempt to send one message. */
export type Entry = {
  id: string;
  hash: string;
  message: ReceivedMessage;
  createdAt: Date;
  /** Includes this one. */
  attempts: number;
};

/**
 * Times are milliseconds since 1970. A worker leases a row by moving its `due_at` into the future (a
 * visibility time-out), so a process that dies leaves nothing to clean up. The database's clock decides what
 * is due, as those of several machines may differ. `senders` counts messages of hashed addresses for one
 * window.
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

/** A message in the owner's list. `message` is null once it is sent. */
export type ListedMessage = {
  id: string;
  /** Stays `sending` until the lease ends if the process died. */
  state: MessageState;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
  sentAt: Date | null;
  lastAnswer: string | null;
  message: ReceivedMessage | null;
};

const hour = 3_600_000;

/** An equal message within a day is not sent again; one hour is margin. */
const hashAge = 25 * hour;
/** How long `npx portfolio messages` lists a sent message, without its text. */
const sentAge = 30 * 24 * hour;

export type Outbox = ReturnType<typeof openOutbox>;

export type Messages = Awaited<ReturnType<typeof openMessages>>;

/** Opens the outbox for the owner's commands. */
export async function openMessages(config: Config) {
  const database = await openDatabase(config, outboxSchema);
  return { ...openOutbox(database), close: () => database.close() };
}

/** The messages of the outbox. All functions reject while the database is down. */
export function openOutbox(database: Database) {
  async function find(hash: string): Promise<MessageState | undefined> {
    type Found = { state: MessageState };
    const [first] = await database.run<Found>('SELECT state FROM outbox WHERE hash = $1', [hash]);
    return first?.state;
  }

  /**
   * Stores a message unless an equal one is known.
   * @param lease milliseconds for this process; without a lease the first claim gets the message
   * @returns the state of the known message, otherwise undefined
   */
  async function keep(entry: Entry, lease?: number): Promise<MessageState | undefined> {
    const { id, hash, message, createdAt } = entry;
    const isLeased = lease === undefined ? 0 : 1;
    const due = (await database.now()) + (lease ?? 0);
    const stored = await database.run(
      `INSERT INTO outbox (id, hash, payload, state, is_leased, attempts, created_at, due_at)
      VALUES ($1, $2, $3, 'kept', $4, $4, $5, $6)
      ON CONFLICT (hash) DO NOTHING RETURNING id`,
      [id, hash, JSON.stringify(message), isLeased, createdAt.getTime(), due],
    );
    if (stored.length > 0) return undefined;
    // Another process may have deleted the hash between the two statements.
    return (await find(hash)) ?? keep(entry, lease);
  }

  /** @returns false if the message is sent, leased, or unknown. */
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
      // PostgreSQL checks only the outer condition again once it has the row's lock.
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

    /** Marks a message as sent and deletes its text, which only the owner's mailbox keeps. */
    async markSent({ id, hash, createdAt }: Entry, sentAt: Date, answer: string): Promise<void> {
      const marked = await database.run(
        `UPDATE outbox SET state = 'sent', is_leased = 0, sent_at = $2, last_answer = $3, payload = NULL
        WHERE id = $1 RETURNING id`,
        [id, sentAt.getTime(), answer],
      );
      if (marked.length > 0) return;
      // The message was delivered while the database was down.
      await database.run(
        `INSERT INTO outbox
          (id, hash, state, is_leased, attempts, created_at, due_at, sent_at, last_answer)
        VALUES ($1, $2, 'sent', 0, 1, $3, $3, $4, $5)
        ON CONFLICT DO NOTHING`,
        [id, hash, createdAt.getTime(), sentAt.getTime(), answer],
      );
    },

    /** Sets the next attempt, unless another process has marked the message as sent. */
    async postpone(id: string, state: 'kept' | 'refused', pause: number, answer: string) {
      await database.run(
        `UPDATE outbox SET state = $2, is_leased = 0, due_at = $3, last_answer = $4
        WHERE id = $1 AND state <> 'sent'`,
        [id, state, (await database.now()) + pause, answer],
      );
    },

    /** Deletes old hashes and sent rows, and takes deleted texts off the disk. */
    async forgetOld(): Promise<void> {
      const now = await database.now();
      // A clock that was ahead would prolong the time until a row is deleted.
      await database.run(`UPDATE outbox SET sent_at = $1 WHERE state = 'sent' AND sent_at > $1`, [
        now,
      ]);
      await database.run(
        `UPDATE outbox SET hash = NULL WHERE state = 'sent' AND sent_at < $1 AND hash IS NOT NULL`,
        [now - hashAge],
      );
      const sent = `DELETE FROM outbox WHERE state = 'sent' AND sent_at < $1`;
      await database.run(sent, [now - sentAge]);
      // Fails while another process reads the log; the next hour tries again.
      void database.truncateLog().catch(() => {});
    },

    /** Makes a message due now. @returns false if it is sent, being sent, or unknown. */
    retry: (id: string) => change('UPDATE outbox SET due_at = $2', id),

    /** Deletes a message. @returns false if it is sent, being sent, or unknown. */
    discard: (id: string) => change('DELETE FROM outbox', id),

    /** Counts unsent messages. `lastRefusal` is the mail server's last refusal. */
    async count(): Promise<Count | undefined> {
      const [count] = await database.run<Count>(
        `SELECT
          COUNT(*) FILTER (WHERE state = 'kept') AS waiting,
          COUNT(*) FILTER (WHERE state = 'refused') AS refused,
          MIN(created_at) AS "oldestWaiting",
          (SELECT last_answer FROM outbox WHERE state = 'refused' ORDER BY due_at DESC LIMIT 1)
            AS "lastRefusal"
        FROM outbox WHERE state <> 'sent'`,
      );
      return count;
    },

    /** Lists unsent messages, then sent ones; the newest first. */
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

    /** Finds an equal message while its hash is kept. */
    findByHash: (hash: string) => findOne('hash', hash),
  };
}

type ClaimedRow = Pick<Entry, 'id' | 'hash' | 'attempts'> & { payload: string; createdAt: number };

export type Count = {
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
