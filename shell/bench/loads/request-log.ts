import type { CDPSession } from 'playwright';

/** A request as the browser made it. */
export interface LoggedRequest {
  path: string;
  /** In ms since the first request of the log. */
  start: number;
  /** The compressed body; 0 from the cache. */
  bytes: number;
  isCached: boolean;
}

/** Writes down every request of a page from now on. */
export async function logRequests(devtools: CDPSession): Promise<readonly LoggedRequest[]> {
  const requests: LoggedRequest[] = [];
  const byId = new Map<string, LoggedRequest>();
  let began: number | undefined;

  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { protocol, pathname } = new URL(request.url);
    if (!protocol.startsWith('http')) return;
    began ??= timestamp;
    const start = (timestamp - began) * 1000;
    const logged = { path: pathname, start, bytes: 0, isCached: false };
    byId.set(requestId, logged);
    requests.push(logged);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    const logged = byId.get(requestId);
    if (logged) logged.isCached = true;
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const logged = byId.get(requestId);
    if (!logged) return;
    logged.isCached ||= response.fromDiskCache === true;
    const length = Object.entries(response.headers).find(([name]) =>
      /^content-length$/i.test(name),
    );
    logged.bytes = logged.isCached ? 0 : Number(length?.[1] ?? 0);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const logged = byId.get(requestId);
    // Of what has not changed only headers came.
    if (logged) logged.bytes = Math.min(logged.bytes, encodedDataLength);
  });
  await devtools.send('Network.enable');
  return requests;
}

/** Whether it is a script, by its ending: the browser files preloads under other kinds. */
export function isScript({ path }: LoggedRequest): boolean {
  return /\.m?js$/.test(path);
}

export function sumBytes(requests: readonly LoggedRequest[]): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0);
}
