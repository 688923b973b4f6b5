import type { IncomingMessage } from 'node:http';

/** Whether the client takes brotli; `br;q=0` says that it does not. */
export function acceptsBrotli({ headers }: IncomingMessage): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(headers['accept-encoding'] ?? '');
}
