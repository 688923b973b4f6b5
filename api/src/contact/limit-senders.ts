import type { RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Outbox } from '../outbox/outbox.ts';
import type { Store } from '../outbox/store.ts';
import type { Message } from './message.ts';
import { openRateStore } from './rate-store.ts';

const hour = 60 * 60 * 1000;

/** Kind to a household behind one address, dull for a robot. */
const messagesAnHour = 10;

/** What the limit needs to see: a message that has been read. */
export type MessageResponse = Response<unknown, { message: Message }>;

/**
 * At most ten messages an hour from one address (IPv6: from one /56, what a household is given).
 * Counted are messages, neither bad requests nor a second click on the same message.
 */
export function limitSenders(store: Store, outbox: Outbox): RequestHandler {
  return rateLimit({
    windowMs: hour,
    limit: messagesAnHour,
    ipv6Subnet: 56,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: openRateStore(store),
    skip: (_request, response) => outbox.knows((response as MessageResponse).locals.message),
    handler: (_request, response) => {
      const seconds = Number(response.getHeader('Retry-After'));
      const minutes = Math.ceil(seconds / 60);
      const later = minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
      response.status(429).json({
        error: `Too many messages from your address. Please try again ${later}.`,
      });
    },
  });
}
