import type { IncomingMessage } from 'node:http';
import {
  defaultLanguage,
  languageOfAddress,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import type { Request, RequestHandler } from 'express';

/** So much of a header is looked at, more than browsers send: sorting thousands of languages is slow. */
const longest = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match'] as const;

/** Of a query: a page that is open while everything is deployed names a release of each section. */
const longestQuery = 4000;

/** Bounds what is read of a request later: negotiated headers are cut off, a longer query is refused. */
export const boundRequest: RequestHandler = ({ headers, url }, response, next) => {
  for (const name of negotiated) if (headers[name]) headers[name] = headers[name].slice(0, longest);
  const query = url.indexOf('?');
  if (query < 0 || url.length - query <= longestQuery) return next();
  const error = `What follows the ? in an address has ${longestQuery} characters at most.`;
  response.status(400).set('Cache-Control', 'no-store').json({ error });
};

/**
 * The language of an answer: the one that the address asks for, that the visitor chose on an earlier
 * page, or that the browser prefers. The app decides in the same order.
 */
export function readLanguage(request: Request, offered: readonly string[]) {
  const asked = languageOfAddress(readQuery(request.url), offered);
  const cookie = /(?:^|;\s*)language=([\w-]{2,20})/.exec(request.headers.cookie ?? '')?.[1];
  const language =
    asked ??
    offered.find((it) => it === cookie) ??
    preferredLanguage(request.acceptsLanguages(), offered) ??
    defaultLanguage;
  return { language, isLanguageAsked: asked !== undefined };
}

/** What the query of an address says, whether the address is a path or absolute (RFC 9112 §3.2.2). */
export function readQuery(address: string | undefined): URLSearchParams {
  const start = address?.indexOf('?') ?? -1;
  return new URLSearchParams(start < 0 ? '' : address?.slice(start + 1));
}

/** A request, and the protocol it came by: behind a proxy only Express knows that. */
type Reached = Pick<IncomingMessage, 'headers'> & { protocol: string };

/** In a document such an address needs no escaping. */
const plainAddress = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * Where the site is reached: PUBLIC_URL, else the host that the request was sent to. A request can
 * claim any host, so what is made from it is never kept for another one; `X-Forwarded-Host` is not
 * looked at, since proxies pass on the one that a visitor makes up.
 */
export function siteAddress(request: Reached, publicUrl: string | undefined): string {
  const { host = '' } = request.headers;
  // It stands in a document some ten times; no name of a machine is longer (RFC 1035 §2.3.4).
  const claimed = publicUrl ?? `${request.protocol}://${host.slice(0, 256)}`;
  const url = claimed.length > 255 + 'https://'.length ? null : URL.parse(claimed);
  return url && plainAddress.test(url.origin) ? url.origin : 'http://localhost';
}

/** The address of a page, in a language that was chosen for this visit or in the visitor's own. */
export function pageAddress(origin: string, path: string, language?: string): string {
  return origin + path + (language ? `?language=${language}` : '');
}

/**
 * Under an integrity policy WebKit refuses every preload, whatever its hash, and asks for the section
 * only when the shell has run. The hashes themselves hold there too.
 */
export function isWebKit({ headers }: IncomingMessage): boolean {
  return /AppleWebKit(?!.*Chrom)/.test(headers['user-agent'] ?? '');
}
