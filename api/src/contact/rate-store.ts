import { createHash } from 'node:crypto';
import {
  type ClientRateLimitInfo,
  MemoryStore,
  type Options,
  type Store,
} from 'express-rate-limit';
import type { Store as Rows } from '../outbox/store.ts';

/** Who wrote how often. Rows live for one window, and hold no address. */
export const rateTables = [
  `CREATE TABLE IF NOT EXISTS senders (
    client TEXT PRIMARY KEY,
    since BIGINT NOT NULL,
    hits INTEGER NOT NULL
  )`,
];

const countHit = `
  INSERT INTO senders (client, since, hits) VALUES ($1, $2, 1)
  ON CONFLICT (client) DO UPDATE SET
    hits = CASE WHEN senders.since <= $3 THEN 1 ELSE senders.hits + 1 END,
    since = CASE WHEN senders.since <= $3 THEN $2 ELSE senders.since END
  RETURNING since, hits`;

const takeBack = 'UPDATE senders SET hits = hits - 1 WHERE client = $1 AND hits > 0';
const forget = 'DELETE FROM senders WHERE client = $1';
const forgetOld = 'DELETE FROM senders WHERE since <= $1';

/**
 * Counts for express-rate-limit in the outbox's own store, so that all processes share one count:
 * one upsert counts exactly, however many of them count at once. While the store is down every
 * process counts for itself.
 */
export function openRateStore(rows: Rows): Store {
  const fallback = new MemoryStore();
  let window = 0;

  async function count(client: string): Promise<ClientRateLimitInfo> {
    const now = Date.now();
    const values = [hash(client), now, now - window];
    const [hit] = await rows.run<{ since: number; hits: number }>(countHit, values);
    if (!hit) throw new Error('The count returned nothing.');
    // A newcomer is the occasion to forget the others; if that fails, the next one is.
    if (hit.hits === 1) void rows.run(forgetOld, [now - window]).catch(() => {});
    return { totalHits: hit.hits, resetTime: new Date(hit.since + window) };
  }

  return {
    init(options: Options) {
      window = options.windowMs;
      fallback.init(options);
    },
    increment: (client) => count(client).catch(() => fallback.increment(client)),
    async decrement(client) {
      await rows.run(takeBack, [hash(client)]).catch(() => fallback.decrement(client));
    },
    async resetKey(client) {
      await rows.run(forget, [hash(client)]).catch(() => fallback.resetKey(client));
    },
    shutdown: () => fallback.shutdown(),
  };
}

/** Not a secret, since there are few addresses: it keeps them out of plain sight for that hour. */
function hash(client: string): string {
  return createHash('sha256').update(`sender ${client}`).digest('hex');
}
