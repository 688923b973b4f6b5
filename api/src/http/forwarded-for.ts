import { isIP } from 'node:net';
import type { RequestHandler } from 'express';

/**
 * Makes every entry of `X-Forwarded-For` an address for `request.ip`. Azure and IIS write `ip:port`, and IPv6
 * in brackets, so that each connection would count as another visitor.
 */
export const readForwardedFor: RequestHandler = ({ headers }, _response, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined)
    headers['x-forwarded-for'] = String(forwarded).split(',').map(toAddress).join(', ');
  next();
};

/** Replaces entries that are no address (`unknown`), which all count together. */
const unknown = '0.0.0.0';

function toAddress(entry: string): string {
  const text = entry.trim();
  const [, bracketed, before] = /^(?:\[([^\]]*)\](?::\d*)?|([^:]*):\d*)$/.exec(text) ?? [];
  const address = bracketed ?? before ?? text;
  return isIP(address) === 0 ? unknown : address;
}
