import type { IncomingMessage } from 'node:http';

/** A request, and the protocol it came by: behind a proxy only Express knows that. */
type Reached = Pick<IncomingMessage, 'headers'> & { protocol: string };

/**
 * Where the site is reached: PUBLIC_URL, else the host that the request was sent to. A request can
 * claim any host, so what is made from it is never kept for another one; `X-Forwarded-Host` is not
 * looked at, since proxies pass on the one that a visitor makes up.
 */
export function siteAddress(request: Reached, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const { host = '' } = request.headers;
  // It stands in a document some ten times; no name of a machine is longer (RFC 1035 §2.3.4).
  if (host.length > 255) return 'http://localhost';
  const claimed = `${request.protocol}://${host}`;
  return URL.canParse(claimed) ? new URL(claimed).origin : 'http://localhost';
}

/** The address of a page, in a language that was chosen for this visit or in the visitor's own. */
export function pageAddress(origin: string, path: string, language?: string): string {
  return origin + path + (language ? `?language=${language}` : '');
}
