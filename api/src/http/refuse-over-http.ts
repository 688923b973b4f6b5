import type { RequestHandler } from 'express';

const ofProxy = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto'];

/**
 * Refuses a token that came over plain HTTP from elsewhere. A proxy on this machine says how a request came to it,
 * which counts where TRUST_PROXY names the proxy.
 */
export const refuseOverHttp: RequestHandler = ({ secure, socket, headers }, response, next) => {
  const isLoopback = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '');
  const isFromHere = isLoopback && !ofProxy.some((header) => header in headers);
  if (secure || isFromHere) return next();
  const error =
    'A token goes over https:// alone. If this one came over http://, others may have read it: have it removed, and make a new one. Behind a proxy the owner sets TRUST_PROXY.';
  response.set('Cache-Control', 'no-store').status(403).json({ error });
};
