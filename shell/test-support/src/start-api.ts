import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { readConfig } from '@portfolio/api/config.ts';
import type { Timings } from '@portfolio/api/contact/outbox.ts';
import type { Log } from '@portfolio/api/log.ts';
import { createApi } from '@portfolio/api/server.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { addSmallSite } from './small-site.ts';
import { stopLater } from './stop-later.ts';
import { emptyStoreSettings } from './temporary-store.ts';

/** The outbox's times for tests, shorter, but in the same order. */
export const quickTimings: Timings = {
  answer: 8000,
  attempt: 5000,
  lease: 7000,
  poll: 100,
  firstPause: 100,
  longestPause: 500,
  refusedPause: 1000,
  shutdown: 3000,
};

export type RunningApi = Awaited<ReturnType<typeof startApi>>;

/** Starts the API in this process, on a free port and with a temporary store. */
export async function startApi(env: Record<string, string> = {}, timings = quickTimings) {
  const place = 'DATA_DIR' in env ? {} : await emptyStoreSettings();
  const config = readConfig({ PORT: '0', ...place, ...env });
  const said: object[] = [];
  const at = (level: number) => (facts: object, msg: string) => said.push({ level, ...facts, msg });
  const log = { info: at(30), warn: at(40), error: at(50) } as unknown as Log;
  const api = await createApi(config, log, timings);
  const { port } = api;
  return stopLater({
    port,
    said,
    url: `http://127.0.0.1:${port}`,
    dataDir: config.DATA_DIR,
    store: api.store as Store,
    health: api.contact.health,
    get: (address: string, headers = {}) => ask(port, 'GET', address, headers),
    ask: (method: string, address: string, headers = {}) => ask(port, method, address, headers),
    stop: api.stop,
  });
}

export async function startSmallApi(env: Record<string, string> = {}) {
  const api = await startApi(env);
  return { ...api, releases: await addSmallSite(api.store) };
}

/** Sends a request exactly as given: `fetch` would normalize the address, follow redirects and add headers. */
async function ask(
  port: number,
  method: string,
  address: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const sent = request({ port, host: '127.0.0.1', method, path: address, headers, agent: false });
  const [response] = await once(sent.end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
