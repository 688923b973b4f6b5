import type { Schema } from '@portfolio/releases/database/database.ts';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import type { Config } from '../config.ts';
import type { ReceivedMessage } from './read-message.ts';

/**
 * A message is `sending` while a process hands it to the mail server. A refused one is tried again too, as the owner
 * may correct the set-up.
 */
type State = 'sending' | 'kept' | 'sent' | 'refused';

/** One attempt to send one message. */
export interface Entry {
  /** The hash of the message, so that an equal one is the same. */
  id: string;
  message: ReceivedMessage;
  createdAt: Date;
  /** Includes this one. */
  attempts: number;
}

/** A message in the owner's list, without its texts once it is sent. */
export interface ListedMessage extends Omit<Entry, 'message'> {
  state: State;
  lastAnswer: string | null;
  message: ReceivedMessage | null;
}

/**
 * Times are milliseconds since 1970 by the database's clock, as those of several machines may differ. A process that
 * sends a message moves its `due_at` by more than an attempt takes, so one that dies leaves nothing to clean up. A
 * sent message has no payload, and is deleted when it is due.
 */
export const outboxSchema: Schema = {
  name: 'outbox',
  version: 2,
  tables: [
    `CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      payload TEXT,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      due_at BIGINT NOT NULL,
      last_answer TEXT
    )`,
    'CREATE INDEX outbox_due ON outbox (due_at)',
  ],
  upgrades: {
    // Further columns of version 1 may be empty. Its ids were no hashes, and its sent messages are due for deletion.
    async 1(tx) {
      await tx.run('DROP TABLE senders');
      await tx.run('ALTER TABLE outbox DROP COLUMN is_leased');
      await tx.run('UPDATE outbox SET id = SUBSTR(COALESCE(hash, id), 1, 16)');
    },
  },
};

/** An equal message within a day is not sent again; one hour is margin. */
const sentMs = 25 * 3_600_000;

export type Outbox = Awaited<ReturnType<typeof openOutbox>>;

/** Opens the outbox of a site, for its process and for the owner's commands. All functions reject while the database is down. */
export async function openOutbox(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>) {
  const database = await openDatabase(config, outboxSchema);

  /** Writes a row that is due in `pause` ms, with what else to do `onConflict` with its id. */
  async function write(
    entry: Entry,
    state: State,
    pause: number,
    onConflict: string,
    answer?: string,
  ) {
    const payload = state === 'sent' ? null : JSON.stringify(entry.message);
    const due = (await database.now()) + pause;
    return database.run(
      `INSERT INTO outbox (id, payload, state, attempts, created_at, due_at, last_answer)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) ${onConflict}`,
      [entry.id, payload, state, entry.attempts, entry.createdAt.getTime(), due, answer ?? null],
    );
  }

  async function keep(entry: Entry, lease: number): Promise<State | undefined> {
    const stored = await write(entry, 'sending', lease, 'DO NOTHING RETURNING id');
    if (stored.length > 0) return undefined;
    const select = 'SELECT state FROM outbox WHERE id = $1';
    const [known] = await database.run<{ state: State }>(select, [entry.id]);
    // Another process may have deleted it between the two statements.
    return known?.state ?? keep(entry, lease);
  }

  /** @returns false if the message is sent, being sent, or unknown. */
  async function change(statement: string, id: string): Promise<boolean> {
    const rows = await database.run(
      `${statement} WHERE id = $2 AND state <> 'sent' AND (state <> 'sending' OR due_at <= $1)
      RETURNING id`,
      [await database.now(), id],
    );
    return rows.length > 0;
  }

  return {
    /**
     * Stores a message, which is this process's for `lease` ms, unless it is known. With 0 it is whose claims it.
     * @returns the state of the known message, otherwise undefined
     */
    keep,

    /** Takes up to `most` messages that are due, for `lease` ms. */
    async claim(most: number, lease: number): Promise<Entry[]> {
      const now = await database.now();
      // PostgreSQL checks only the outer condition again once it has the row's lock.
      const rows = await database.run<Row>(
        `UPDATE outbox SET state = 'sending', due_at = $2, attempts = attempts + 1
        WHERE state <> 'sent' AND due_at <= $1 AND id IN (
          SELECT id FROM outbox WHERE state <> 'sent' AND due_at <= $1 ORDER BY due_at LIMIT $3
        )
        RETURNING id, payload, attempts, created_at`,
        [now, now + lease, most],
      );
      return rows.map(read) as Entry[];
    },

    /** Notes an attempt, also of a message that could not be stored before. */
    async note(entry: Entry, state: State, answer: string, pause = sentMs): Promise<void> {
      // Another process may have sent it too.
      const update = `DO UPDATE SET payload = excluded.payload, state = excluded.state,
        due_at = excluded.due_at, last_answer = excluded.last_answer WHERE outbox.state <> 'sent'`;
      await write(entry, state, pause, update, answer);
    },

    /** Deletes old rows, and takes deleted texts off the disk. */
    async forgetOld(): Promise<void> {
      const now = await database.now();
      await database.run(`DELETE FROM outbox WHERE state = 'sent' AND due_at < $1`, [now]);
      // While another process reads the log it stays; the next hour tries again.
      void database.truncateLog().catch(() => {});
    },

    /** Makes a message due now. @returns false if it is sent, being sent, or unknown. */
    retry: (id: string) => change('UPDATE outbox SET due_at = $1', id),

    /** Deletes a message. @returns false if it is sent, being sent, or unknown. */
    discard: (id: string) => change('DELETE FROM outbox', id),

    async count(): Promise<Count | undefined> {
      const [count] = await database.run<Count>(
        `SELECT
          COUNT(*) FILTER (WHERE state <> 'refused') AS waiting,
          COUNT(*) FILTER (WHERE state = 'refused') AS refused,
          ($1 - MIN(created_at)) / 1000 AS "oldestWaitingSeconds",
          (SELECT last_answer FROM outbox WHERE state = 'refused'
            ORDER BY due_at DESC LIMIT 1) AS "lastRefusal"
        FROM outbox WHERE state <> 'sent'`,
        [Math.round(await database.now())],
      );
      return count;
    },

    /** Lists unsent messages, then sent ones; the newest first. */
    async list(most: number): Promise<ListedMessage[]> {
      // A process that died leaves its message `sending`.
      const rows = await database.run<Row>(
        `SELECT id, payload, attempts, created_at, last_answer AS "lastAnswer",
          CASE WHEN state = 'sending' AND due_at <= $1 THEN 'kept' ELSE state END AS state
        FROM outbox
        ORDER BY CASE WHEN state = 'sent' THEN 1 ELSE 0 END, created_at DESC LIMIT $2`,
        [await database.now(), most],
      );
      return rows.map(read) as ListedMessage[];
    },

    close: () => database.close(),
  };
}

/** Messages that are not sent. `lastRefusal` is the mail server's last refusal. */
export type Count = {
  waiting: number;
  refused: number;
  oldestWaitingSeconds: number | null;
  lastRefusal: string | null;
};
type Row = { payload: string | null; created_at: number };

function read({ payload, created_at, ...row }: Row) {
  return { ...row, message: payload && JSON.parse(payload), createdAt: new Date(created_at) };
}
