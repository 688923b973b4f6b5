import type { IncomingMessage } from 'node:http';

/**
 * Whether the client has the answer with this tag already. It may name several, and a proxy that
 * compresses makes them weak (`W/"…"`).
 */
export function knowsTag({ headers }: IncomingMessage, etag: string): boolean {
  return headers['if-none-match']?.includes(etag) ?? false;
}
