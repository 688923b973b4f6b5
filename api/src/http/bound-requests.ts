import type { RequestHandler } from 'express';
import { guards } from './send.ts';

/** Browsers send shorter ones; sorting thousands of languages is slow. */
const longestHeader = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match'] as const;

/** The query of a page that names a release of each section is shorter. */
const longestQuery = 4000;

/** Bounds what the text of a request can cost: cuts headers that are negotiated, and refuses a longer query. */
export const boundRequests: RequestHandler = ({ headers, url }, response, next) => {
  for (const name of negotiated) {
    const value = headers[name];
    if (value) headers[name] = value.slice(0, longestHeader);
  }
  const query = url.indexOf('?');
  const isTooLong = query >= 0 && url.length - query > longestQuery;
  if (!isTooLong) return next();
  const error = `What follows the ? in an address has ${longestQuery} characters at most.`;
  response
    .set({ ...guards, 'Cache-Control': 'no-store' })
    .status(400)
    .json({ error });
};
