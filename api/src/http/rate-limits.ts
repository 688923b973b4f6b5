import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
import type { Config } from '../config.ts';

/** An IPv4 address, or an IPv6 /56, which a provider assigns to one connection. */
export const visitorGroup = ({ ip = '' }: Pick<Request, 'ip'>) => ipKeyGenerator(ip, 56);

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
