import { createHash } from 'node:crypto';
import type { Database } from '@portfolio/releases/ledger/sqlite.ts';
import type { RequestHandler, Response } from 'express';
import {
  type ClientRateLimitInfo,
  MemoryStore,
  type Options,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import type { Message } from '../validate/message.ts';

const hour = 60 * 60 * 1000;

/** Enough for a household behind one address, not for a robot. */
const messagesAnHour = 10;

/** Too much from one address; the message is for the visitor. */
export class TooManyMessagesError extends Error {
  override name = 'TooManyMessagesError';

  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    const later = minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
    super(`Too many messages from your address. Please try again ${later}.`);
  }
}

/** What the limit needs to see: a message that has been read. */
export type MessageResponse = Response<unknown, { message: Message }>;

/**
 * At most ten messages an hour from one address (IPv6: from one /56, what a household is given).
 * Counted are messages, neither bad requests nor a second click on the same message.
 * @param isKnown whether the same message was there before.
 */
export function limitSenders(
  database: Database,
  isKnown: (message: Message) => Promise<boolean>,
): RequestHandler {
  return rateLimit({
    windowMs: hour,
    limit: messagesAnHour,
    ipv6Subnet: 56,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: openRateStore(database),
    skip: (_request, response) => isKnown((response as MessageResponse).locals.message),
    handler: (_request, response, next) =>
      next(new TooManyMessagesError(Number(response.getHeader('Retry-After')))),
  });
}

/** Refused forms of one address: a person corrects a form a few times. */
const refusedAMinute = 20;

/**
 * Bounds refused forms, each of which is answered with a page of its own that holds what was typed.
 * Counted per process; beyond the bound the answer is one line.
 */
export function limitRefusedForms(): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: refusedAMinute,
    ipv6Subnet: 56,
    skipSuccessfulRequests: true,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    message: 'Too many forms were refused from your address. Please try again in a minute.',
  });
}

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
 * Counts for express-rate-limit in the outbox's own database, so that all processes share one count:
 * one upsert counts exactly, however many of them count at once. While it is down every
 * process counts for itself.
 */
function openRateStore(database: Database): Store {
  const fallback = new MemoryStore();
  let window = 0;

  async function count(client: string): Promise<ClientRateLimitInfo> {
    const now = await database.now();
    const values = [hash(client), now, now - window];
    const [hit] = await database.run<{ since: number; hits: number }>(countHit, values);
    if (!hit) throw new Error('The count returned nothing.');
    // Old counts are deleted with a sender's first message or, if that fails, with the next.
    if (hit.hits === 1) void database.run(forgetOld, [now - window]).catch(() => {});
    return { totalHits: hit.hits, resetTime: new Date(hit.since + window + Date.now() - now) };
  }

  return {
    init(options: Options) {
      window = options.windowMs;
      fallback.init(options);
    },
    increment: (client) => count(client).catch(() => fallback.increment(client)),
    async decrement(client) {
      await database.run(takeBack, [hash(client)]).catch(() => fallback.decrement(client));
    },
    async resetKey(client) {
      await database.run(forget, [hash(client)]).catch(() => fallback.resetKey(client));
    },
    shutdown: () => fallback.shutdown(),
  };
}

/** Hashed so that no address stands in the database as it is; with few addresses it is no secret. */
function hash(client: string): string {
  return createHash('sha256').update(`sender ${client}`).digest('hex');
}
