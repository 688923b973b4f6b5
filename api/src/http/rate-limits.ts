import type { RequestHandler } from 'express';
import { type Options, rateLimit } from 'express-rate-limit';

export const minute = 60_000;

/** By IPv4 address, and of IPv6 by /56, which is what a provider gives one connection. */
export function limitRequests(options: Partial<Options>): RequestHandler {
  return rateLimit({
    windowMs: minute,
    ipv6Subnet: 56,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    ...options,
  });
}

/** Bounds the requests of an address that fail within a minute; counted per process. */
export function limitFailures(limit: number, message: unknown): RequestHandler {
  return limitRequests({ limit, message, skipSuccessfulRequests: true });
}
