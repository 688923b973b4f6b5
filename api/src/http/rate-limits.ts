import type { RequestHandler } from 'express';
import { type Options, rateLimit } from 'express-rate-limit';

export const minute = 60_000;

/** Visitors are told apart by IPv4 address, and of IPv6 by /56, which is what a provider gives one connection. */
const byVisitorGroup = { ipv6Subnet: 56 } as const;

/** Limits requests by visitor group, or by the key that the options make of them. */
export function limitRequests(options: Partial<Options>): RequestHandler {
  const groups = options.keyGenerator ? {} : byVisitorGroup;
  return rateLimit({
    ...groups,
    windowMs: minute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    ...options,
  });
}

/** Bounds the requests of an address that fail within a minute; counted per process. */
export function limitFailures(limit: number, message: unknown): RequestHandler {
  return limitRequests({ limit, message, skipSuccessfulRequests: true });
}
