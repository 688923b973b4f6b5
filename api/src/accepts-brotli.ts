import type { IncomingMessage } from 'node:http';

/** `br` as one of the list, with any weight but none. */
const brotli = /(^|,)\s*br\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[^,]*)?(,|$)/i;

/** Whether the client takes brotli; `br;q=0` says that it does not. */
export function acceptsBrotli({ headers }: IncomingMessage): boolean {
  return brotli.test(headers['accept-encoding'] ?? '');
}
