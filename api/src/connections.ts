import type { RequestListener, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Options for `http.createServer`: a request that comes too slowly is cut off. Measured with 800 such
 * sockets: gone after 10 s, while a cap on connections locked honest visitors out.
 */
export const slowRequests: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: 8000,
  connectionsCheckingInterval: 500,
};

/** A connection on which nothing moves any more; the longest answer to wait for takes 8 s. */
export const idleMs = 30_000;

/** Browsers ask for one thing at a time on a connection, and so does nginx. */
const mostAtOnce = 16;

/** The largest file on a slow phone takes seconds. */
const takeMs = 120_000;
const lookEveryMs = 10_000;

/**
 * Bounds what one connection can make the server hold: requests that are sent without waiting for
 * their answers, and answers that nobody takes. (200 connections that asked and never read took
 * 1.5 GB.) Whoever goes beyond it is cut off.
 */
export function boundConnections(site: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>();
  const since = new Map<ServerResponse, number>();
  setInterval(() => {
    for (const [response, start] of since)
      if (Date.now() - start > takeMs) response.socket?.destroy();
  }, lookEveryMs).unref();

  return (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (socket.destroyed || count > mostAtOnce) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    since.set(response, Date.now());
    response.once('close', () => {
      underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
      since.delete(response);
    });
    site(request, response);
  };
}
