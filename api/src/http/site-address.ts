import type { Request } from 'express';

/**
 * Where the site is reached: PUBLIC_URL, else the origin of the request. A request can claim any
 * host, so what is made from it is never kept for another one.
 */
export function siteAddress(request: Request, publicUrl: string | undefined): string {
  const claimed = `${request.protocol}://${request.host}`;
  if (publicUrl) return new URL(publicUrl).origin;
  return URL.canParse(claimed) ? new URL(claimed).origin : 'http://localhost';
}

/** The address of a page, in a language that was chosen for this visit or in the visitor's own. */
export function pageAddress(origin: string, path: string, language?: string): string {
  return origin + path + (language ? `?language=${language}` : '');
}
