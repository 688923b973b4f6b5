import { RefusedRequestError } from '@portfolio/releases/release/release-errors.ts';
import type { RequestHandler } from 'express';

/**
 * Refuses what another site makes its visitors' browsers send. A page cannot change the header `Sec-Fetch-Site`; over
 * plain HTTP some browsers send only `Origin`.
 */
export const refuseForeign: RequestHandler = ({ headers }, _response, next) => {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const isOwn = site
    ? site === 'same-origin' || site === 'none'
    : !origin || URL.parse(origin)?.host === host;
  next(isOwn ? undefined : new RefusedRequestError(403, 'Only pages of this site send it.'));
};
