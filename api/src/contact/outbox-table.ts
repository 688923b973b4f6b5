import { type Database, openDatabase, type Schema } from '@portfolio/releases/database/database.ts';
import type { Config } from '../config.ts';
import type { ReceivedMessage } from './contact-calls.ts';

/**
 * A message is `sending` while a process hands it to the mail server. A refused one is tried again too, as the owner
 * may correct the set-up.
 */
export type State = 'sending' | 'kept' | 'sent' | 'refused';

/** One attempt to send one message. */
export interface Entry {
  /** The hash of the message, so that an equal one is the same. */
  id: string;
  message: ReceivedMessage;
  createdAt: Date;
  /** Includes this one. */
  attempts: number;
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

/** A message in the owner's list, without its texts once it is sent. */
export interface ListedMessage extends Pick<Entry, 'id' | 'attempts'> {
  createdAt: number;
  state: State;
  lastAnswer: string | null;
  message: ReceivedMessage | null;
}

/** Opens the outbox for the owner's commands. All functions reject while the database is down. */
export async function openMessages(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>) {
  const database = await openDatabase(config, outboxSchema);

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
    /** Makes a message due now. @returns false if it is sent, being sent, or unknown. */
    retry: (id: string) => change('UPDATE outbox SET due_at = $1', id),

    /** Deletes a message. @returns false if it is sent, being sent, or unknown. */
    discard: (id: string) => change('DELETE FROM outbox', id),

    /** Lists unsent messages, then sent ones; the newest first. */
    async list(most: number): Promise<ListedMessage[]> {
      type Row = Omit<ListedMessage, 'message'> & { payload: string | null };
      // A process that died leaves its message `sending`.
      const rows = await database.run<Row>(
        `SELECT id, payload, attempts, created_at AS "createdAt", last_answer AS "lastAnswer",
          CASE WHEN state = 'sending' AND due_at <= $1 THEN 'kept' ELSE state END AS state
        FROM outbox
        ORDER BY CASE WHEN state = 'sent' THEN 1 ELSE 0 END, created_at DESC LIMIT $2`,
        [await database.now(), most],
      );
      return rows.map(({ payload, ...row }) => ({
        ...row,
        message: payload && JSON.parse(payload),
      }));
    },

    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** Messages that are not sent. `lastRefusal` is the mail server's last refusal. */
export type Count = {
  waiting: number;
  refused: number;
  oldestWaitingSeconds: number | null;
  lastRefusal: string | null;
};

/** Counts messages for the health of the site. */
export async function countMessages(database: Database): Promise<Count | undefined> {
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
}
