import { createHash } from 'node:crypto';
import type { Database } from '@portfolio/releases/database/database.ts';
import type { RequestHandler, Response } from 'express';
import { type ClientRateLimitInfo, MemoryStore } from 'express-rate-limit';
import { limitFailures, limitRequests, minute } from '../http/rate-limits.ts';
import type { MessageState } from './outbox.ts';
import { type ReceivedMessage, RefusedMessageError } from './read-message.ts';

const hour = 60 * minute;

/** The clocks of several machines differ by less. What is farther ahead began by a clock that was wrong. */
const mostAhead = minute;

/** Enough for all people behind one address, not for a robot. */
const messagesAnHour = 10;

/** The answer to a message that was read, with what the outbox knows of the same message. */
export type MessageResponse = Response<
  unknown,
  { message: ReceivedMessage; hash: string; state?: MessageState | undefined }
>;

/**
 * At most ten messages an hour from one address. Counted are messages, neither bad requests nor a
 * second click on the same message.
 * @param find what became of the message with a hash, if it was there before
 */
export function limitSenders(
  database: Database,
  find: (hash: string) => Promise<MessageState | undefined>,
): RequestHandler {
  return limitRequests({
    windowMs: hour,
    limit: messagesAnHour,
    store: new SharedStore(database),
    skip: async (_request, response) => {
      const { locals } = response as MessageResponse;
      locals.state = await find(locals.hash);
      return locals.state !== undefined;
    },
    handler: (_request, response, next) => {
      const minutes = Math.ceil(Number(response.getHeader('Retry-After')) / 60);
      const later = minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
      const error = `Too many messages from your address. Please try again ${later}.`;
      const path = 'contact.faults.tooMany';
      next(new RefusedMessageError({ status: 429, said: { error }, path }));
    },
  });
}

/** Refused forms of one address: a person corrects a form a few times. */
const refusedAMinute = 20;

/**
 * Bounds refused forms, each of which is answered with a page of its own that holds what was typed; beyond
 * the bound the answer is one line.
 */
export const limitRefusedForms = () =>
  limitFailures(
    refusedAMinute,
    'Too many forms were refused from your address. Please try again in a minute.',
  );

/**
 * Counts in the outbox's own database, so that all processes share one count: one upsert counts exactly,
 * however many of them count at once. While it is down every process counts for itself.
 */
class SharedStore extends MemoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    super();
    this.#database = database;
  }

  override increment(client: string): Promise<ClientRateLimitInfo> {
    return this.#count(client).catch(() => super.increment(client));
  }

  async #count(client: string): Promise<ClientRateLimitInfo> {
    const now = await this.#database.now();
    const [hit] = await this.#database.run<{ since: number; hits: number }>(
      `INSERT INTO senders (client, since, hits) VALUES ($1, $2, 1)
      ON CONFLICT (client) DO UPDATE SET
        hits = CASE WHEN senders.since BETWEEN $3 AND $4 THEN senders.hits + 1 ELSE 1 END,
        since = CASE WHEN senders.since BETWEEN $3 AND $4 THEN senders.since ELSE $2 END
      RETURNING since, hits`,
      [hash(client), now, now - hour + 1, now + mostAhead],
    );
    if (!hit) throw new Error('The count returned nothing.');
    // Old counts are deleted with a sender's first message or, if that fails, with the next.
    if (hit.hits === 1)
      void this.#database
        .run('DELETE FROM senders WHERE since <= $1 OR since > $2', [now - hour, now + mostAhead])
        .catch(() => {});
    return { totalHits: hit.hits, resetTime: new Date(hit.since + hour + Date.now() - now) };
  }
}

/** Hashed so that no address stands in the database as it is; with few addresses it is no secret. */
function hash(client: string): string {
  return createHash('sha256').update(`sender ${client}`).digest('hex');
}
