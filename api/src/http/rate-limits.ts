import type { RequestHandler } from 'express';
import { type Options, rateLimit } from 'express-rate-limit';

export const minute = 60_000;

/** A visitor group is an IPv4 address or an IPv6 /56, which a provider assigns to one connection. */
const byVisitorGroup = { ipv6Subnet: 56 } as const;

/** Limits requests by visitor group, or by the options' key. */
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

/** Limits the failed requests of a visitor group within a minute; each process counts for itself. */
export function limitFailures(limit: number, message: unknown): RequestHandler {
  return limitRequests({ limit, message, skipSuccessfulRequests: true });
}
