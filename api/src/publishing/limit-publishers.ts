import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';

const minute = 60_000;

/** Tries of one address that fail; a deploy that goes well has none, however many files it sends. */
const failuresAMinute = 30;

/** Statements and commits of one key, each a line of the log: a CI that deploys every push needs less. */
const callsAMinute = 40;

const options = { standardHeaders: 'draft-8', legacyHeaders: false, windowMs: minute } as const;

/** Bounds guessing, by IPv4 address or IPv6 /56. Counted per process: what it guards is a signature. */
export function limitAddresses(): RequestHandler {
  return rateLimit({
    ...options,
    limit: failuresAMinute,
    ipv6Subnet: 56,
    skipSuccessfulRequests: true,
    message: { error: 'Too much was refused from your address. Try again in a minute.' },
  });
}

/** Bounds what one key can ask for; it counts only what the key has really signed. */
export function limitKeys(): RequestHandler {
  return rateLimit({
    ...options,
    limit: callsAMinute,
    keyGenerator: (_request, response) => String(response.locals.keyId),
    message: { error: 'This key asks for too much. Try again in a minute.' },
  });
}
