import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';

export const minute = 60_000;

/**
 * An IPv4 address, or an IPv6 /56, which a provider assigns to one connection. In `X-Forwarded-For` Azure and IIS
 * write `ip:port`, and IPv6 in brackets, so that each connection would be another visitor; what is no address
 * (`unknown`) counts as one.
 */
export function visitorGroup({ ip = '' }: Pick<Request, 'ip'>): string {
  const [, bracketed, before] = /^(?:\[([^\]]*)\](?::\d*)?|([^:]*):\d*)$/.exec(ip) ?? [];
  const address = bracketed ?? before ?? ip;
  return isIP(address) === 0 ? 'unknown' : ipKeyGenerator(address, 56);
}

/** Limits requests by visitor group, or by the options' key; each process counts for itself. */
export function limitRequests(options: Partial<Options>): RequestHandler {
  return rateLimit({
    windowMs: minute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: visitorGroup,
    ...options,
  });
}

/** Limits the failed requests of a visitor group within a minute. */
export function limitFailures(limit: number, message: unknown): RequestHandler {
  return limitRequests({ limit, message, skipSuccessfulRequests: true });
}
