import { isIP } from 'node:net';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
import type { Config } from '../config.ts';

/**
 * The headers of every answer but documents, which have `documentHeaders`. Opened in a window it runs no script and
 * has no origin; browsers do not guess its type.
 */
export const guards = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Other headers may take their place. */
export const guardAnswers: RequestHandler = (_request, response, next) => {
  response.set(guards);
  next();
};

/** Browsers send shorter headers; sorting thousands of languages, or ranges, is slow. */
const longestHeader = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match', 'range'] as const;

/** The address of a page that names a release of each section is shorter. */
const longestAddress = 4000;

/** Bounds what the text of a request can cost: cuts headers that are negotiated, and refuses a longer address. */
export const boundRequests: RequestHandler = ({ headers, url }, _response, next) => {
  for (const name of negotiated) {
    if (headers[name]) headers[name] = headers[name].slice(0, longestHeader);
  }
  if (url.length < longestAddress) return next();
  next(new RefusedError(`An address has ${longestAddress} characters at most.`, 400));
};

/**
 * Refuses what another site makes its visitors' browsers send. A page cannot change the header `Sec-Fetch-Site`; over
 * plain HTTP some browsers send only `Origin`.
 */
export const refuseForeign: RequestHandler = ({ headers }, _response, next) => {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const isOwn = site
    ? site === 'same-origin' || site === 'none'
    : !origin || URL.parse(origin)?.host === host;
  next(isOwn ? undefined : new RefusedError('Only pages of this site send it.', 403));
};

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
