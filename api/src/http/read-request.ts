import type { IncomingMessage } from 'node:http';
import {
  defaultLanguage,
  languageOfAddress,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import type { Request } from 'express';

/** Parses the query of an address, which may be a path or absolute (RFC 9112 §3.2.2). */
export function readQuery(address: string): URLSearchParams {
  const start = address.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : address.slice(start + 1));
}

/**
 * The language of an answer: that of the address, of the cookie, or of the browser. The app decides in the same
 * order.
 */
export function readLanguage(request: Request, query: URLSearchParams, offered: readonly string[]) {
  const requested = languageOfAddress(query, offered);
  const cookie = /(?:^|;\s*)language=([\w-]{2,20})/.exec(request.headers.cookie ?? '')?.[1];
  const language =
    requested ??
    offered.find((each) => each === cookie) ??
    preferredLanguage(request.acceptsLanguages(), offered) ??
    defaultLanguage;
  return { language, isLanguageRequested: requested !== undefined };
}

/** A request with its protocol, which behind a proxy only Express knows. */
type Reached = Pick<IncomingMessage, 'headers'> & { protocol: string };

/** An address that needs no escaping in a document. */
const plainAddress = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * The site's address: PUBLIC_URL, else the request's host. A request can claim any host, so callers must not
 * cache its answer for other hosts. It ignores `X-Forwarded-Host`, as proxies pass on an invented one.
 */
export function siteAddress(request: Reached, publicUrl: string | undefined): string {
  const { host = '' } = request.headers;
  // No host name is longer (RFC 1035 §2.3.4), and a document repeats the address some ten times.
  const claimed = publicUrl ?? `${request.protocol}://${host.slice(0, 256)}`;
  const url = claimed.length > 255 + 'https://'.length ? null : URL.parse(claimed);
  return url && plainAddress.test(url.origin) ? url.origin : 'http://localhost';
}
