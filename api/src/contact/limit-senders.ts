import { createHash } from 'node:crypto';
import type { Database } from '@portfolio/releases/database/database.ts';
import type { RequestHandler, Response } from 'express';
import { type ClientRateLimitInfo, MemoryStore } from 'express-rate-limit';
import { limitFailures, limitRequests, minute } from '../http/rate-limits.ts';
import type { MessageState } from './outbox.ts';
import { type ReceivedMessage, RefusedMessageError } from './read-message.ts';

const hour = 60 * minute;

/** The clocks of several machines differ by less; a start farther ahead came from a wrong clock. */
const mostAhead = minute;

/** All people behind one address send fewer, and a robot sends more. */
const messagesAnHour = 10;

/** The response to a valid message; `state` is that of an equal message in the outbox. */
export type MessageResponse = Response<
  unknown,
  { message: ReceivedMessage; hash: string; state?: MessageState | undefined }
>;

/**
 * Allows ten messages an hour from one address. Bad requests and a repeated message do not count.
 * @param find returns the state of a known message, by its hash
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

/** A person corrects a form a few times. */
const refusedAMinute = 20;

/**
 * Bounds refused forms, as the server renders a page with the typed texts for each; beyond the bound it
 * answers with one line.
 */
export const limitRefusedForms = () =>
  limitFailures(
    refusedAMinute,
    'Too many forms were refused from your address. Please try again in a minute.',
  );

/**
 * Counts in the database of the outbox, so that all processes share one count; concurrent upserts lose none.
 * While the database is down each process counts in memory.
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
    // A sender's first message deletes old counts; if that fails, the next one does.
    if (hit.hits === 1)
      void this.#database
        .run('DELETE FROM senders WHERE since <= $1 OR since > $2', [now - hour, now + mostAhead])
        .catch(() => {});
    return { totalHits: hit.hits, resetTime: new Date(hit.since + hour + Date.now() - now) };
  }
}

/** Keeps plain addresses out of the database; the hash is no secret, as few addresses exist. */
function hash(client: string): string {
  return createHash('sha256').update(`sender ${client}`).digest('hex');
}
