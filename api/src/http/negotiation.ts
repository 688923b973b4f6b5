import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';
import Negotiator from 'negotiator';

/** Whether the client takes brotli; `br;q=0` says that it does not. */
export function acceptsBrotli(request: IncomingMessage): boolean {
  return new Negotiator(request).encoding(['br']) === 'br';
}

/** The languages the visitor prefers, the most wanted first. */
export function languagesOf(request: IncomingMessage): string[] {
  return new Negotiator(request).languages();
}

/** The language that the visitor chose on an earlier page, when it is offered. */
export function chosenLanguage(
  { headers }: IncomingMessage,
  offered: readonly string[],
): string | undefined {
  const chosen = /(?:^|;\s*)language=([\w-]{2,20})/.exec(headers.cookie ?? '')?.[1];
  return offered.find((language) => language === chosen);
}

/** Whether the client has the answer with this tag already, so that it need not be sent again. */
export function isFresh({ headers }: IncomingMessage, etag: string): boolean {
  return fresh(headers, { etag });
}
