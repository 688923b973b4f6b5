import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { guards } from './send.ts';

/** How long the body of a request may take: a message, or a statement of 700 kB. */
const bodyMs = 8000;

/** How long a file of a release may take: 16 MB at 0.5 Mbit/s. */
const fileMs = 300_000;

/**
 * How long a connection may be idle between two requests: longer than proxies keep theirs, or a request is
 * sent on one that is just closed, and a message cannot be sent twice by the proxy (502). nginx keeps
 * them for 60 s, as most do; a rule holds nginx.conf to less than this.
 */
const keepAliveMs = 75_000;

/**
 * Options for `http.createServer`: a request that comes too slowly is cut off. (A cap on connections
 * would lock honest visitors out.)
 */
export const slowRequests: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: fileMs,
  keepAliveTimeout: keepAliveMs,
  // Browsers send far less; what is longer is answered with 431 before it is looked at.
  maxHeaderSize: 8192,
  connectionsCheckingInterval: 500,
};

/** A connection without traffic during a request is closed after this time; no answer takes as long. */
export const idleMs = 30_000;

/** Browsers ask for one thing at a time on a connection, and so does nginx. */
const mostWaiting = 16;

/** Many times what a slow phone takes for the largest file. */
const takeMs = 120_000;

/** Answers that wait to be taken may have this much together: far more than honest visitors leave. */
const mostBytes = 128 * 1024 * 1024;
const lookEveryMs = 250;

/** Buffers that several answers share count once. */
export const sharedBodies = new WeakMap<ServerResponse, Buffer>();

/** So much of a header is read, more than browsers send: sorting thousands of languages is slow. */
const longestHeader = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match'] as const;

/** Of a query: a page that is open while everything is deployed names a release of each section. */
const longestQuery = 4000;

/**
 * Bounds what connections can make the server keep and read: negotiated headers are cut off, a longer query
 * is refused; requests that are sent without waiting for their
 * answers, and answers that are not read. One request at a time is answered on a connection;
 * one that goes beyond the bounds is cut off.
 */
export function boundConnections(site: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const since = new Map<ServerResponse, number>();
  setInterval(() => cutOff(since), lookEveryMs).unref();

  function begin(request: IncomingMessage, response: ServerResponse): void {
    if (!isFileOfRelease(request)) {
      since.set(response, performance.now());
      if (request.method !== 'GET') boundBody(request, response);
    }
    for (const name of negotiated) {
      const value = request.headers[name];
      if (value) request.headers[name] = value.slice(0, longestHeader);
    }
    response.once('close', () => {
      since.delete(response);
      const next = waiting.get(request.socket)?.shift();
      if (next && !request.socket.destroyed) next();
      else waiting.delete(request.socket);
    });
    if (isQueryTooLong(request)) refuseQuery(response);
    else site(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (socket.destroyed || (queue?.length ?? 0) >= mostWaiting) hangUp(socket);
    else if (queue) queue.push(() => begin(request, response));
    else {
      waiting.set(socket, []);
      begin(request, response);
    }
  };
}

function isQueryTooLong({ url = '' }: IncomingMessage): boolean {
  const query = url.indexOf('?');
  return query >= 0 && url.length - query > longestQuery;
}

function refuseQuery(response: ServerResponse): void {
  const error = `What follows the ? in an address has ${longestQuery} characters at most.`;
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(400, { ...guards, ...type }).end(JSON.stringify({ error }));
}

function isFileOfRelease({ method, url }: IncomingMessage): boolean {
  return method === 'PUT' && url !== undefined && url.startsWith('/api/publishing/');
}

/** Node.js has one bound for all requests, and files of a release are larger than all else. */
function boundBody(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => !request.complete && request.socket.destroy(), bodyMs).unref();
  response.once('close', () => clearTimeout(timer));
}

/**
 * Node.js would go on through all that has arrived, and make a request and a response of each line
 * until the connection is closed. A parser that is told of an upgrade stops where it is.
 */
function hangUp(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } };
  if (parser) parser.onIncoming = () => 2;
  socket.destroy();
}

/** Closes answers that take too long and, above the bound, the oldest ones. */
function cutOff(since: ReadonlyMap<ServerResponse, number>): void {
  const now = performance.now();
  let bytes = bytesOf(since.keys());
  // A map is in the order in which its entries came.
  for (const [response, start] of since) {
    const isLate = now - start > takeMs;
    if (!isLate && bytes <= mostBytes) break;
    bytes -= response.socket?.writableLength ?? 0;
    response.socket?.destroy();
  }
}

function bytesOf(responses: Iterable<ServerResponse>): number {
  const counted = new Set<ArrayBufferLike>();
  let bytes = 0;
  for (const response of responses) {
    const shared = sharedBodies.get(response)?.buffer;
    if (!shared) bytes += response.socket?.writableLength ?? 0;
    else if (!counted.has(shared)) bytes += shared.byteLength;
    if (shared) counted.add(shared);
  }
  return bytes;
}
