import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
import type { Config } from '../config.ts';

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

/** Limits the requests of a visitor group, in a minute if not said otherwise; each process counts for itself. */
export function limitRequests(
  { RATE_LIMIT }: Pick<Config, 'RATE_LIMIT'>,
  options: Partial<Options>,
): RequestHandler {
  return rateLimit({
    skip: () => RATE_LIMIT === 'off',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: visitorGroup,
    ...options,
  });
}
