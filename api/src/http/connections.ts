import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { guards } from './send.ts';

/** How long the body of a request may take: a message, or a signed request of 700 kB. */
const bodyMs = 8000;

/** How long a file of a release may take: 16 MB at 0.5 Mbit/s. */
const fileMs = 300_000;

/**
 * How long a connection may be idle: longer than proxies keep theirs (nginx 60 s). Otherwise a proxy sends a
 * request on a connection that is just closed, and answers 502, as it cannot repeat a POST. A test compares
 * this with nginx.conf.
 */
const keepAliveMs = 75_000;

/**
 * Options for `http.createServer` that cut off slow requests. A cap on connections would lock honest visitors
 * out.
 */
export const slowRequests: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: fileMs,
  keepAliveTimeout: keepAliveMs,
  // Browsers send far less; Node.js answers longer headers with 431.
  maxHeaderSize: 8192,
  connectionsCheckingInterval: 500,
};

/** How long a connection may have no traffic during a request; no answer takes as long. */
export const idleMs = 30_000;

/** Browsers and nginx send one request at a time on a connection. */
const mostWaiting = 16;

/** How long a client may take to receive an answer: many times what a slow phone needs for the largest file. */
const takeMs = 120_000;

/** How many bytes all unsent answers may have: far more than honest visitors cause. */
const mostBytes = 128 * 1024 * 1024;
const lookEveryMs = 250;

/** The buffers of answers; one that several answers share counts once. */
export const sharedBodies = new WeakMap<ServerResponse, Buffer>();

/** Browsers send shorter ones; sorting thousands of languages is slow. */
const longestHeader = 200;
const negotiated = ['accept-encoding', 'accept-language', 'if-none-match'] as const;

/** The query of a page that names a release of each section is shorter. */
const longestQuery = 4000;

/**
 * Bounds what a connection can make the server read and keep. It truncates negotiated headers, refuses a
 * longer query, answers one request at a time, and closes connections with too many pipelined requests or
 * unread answers.
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

/** Node.js has one time-out for all requests, which files of a release need to be long. */
function boundBody(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => !request.complete && request.socket.destroy(), bodyMs).unref();
  response.once('close', () => clearTimeout(timer));
}

/**
 * Node.js would parse all requests that have arrived before it closes the connection. Returning 2, as for an
 * upgrade, stops its parser.
 */
function hangUp(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } };
  if (parser) parser.onIncoming = () => 2;
  socket.destroy();
}

/** Closes answers that take too long and, above `mostBytes`, the oldest ones. */
function cutOff(since: ReadonlyMap<ServerResponse, number>): void {
  const now = performance.now();
  let bytes = bytesOf(since.keys());
  // A map keeps the order of insertion.
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
