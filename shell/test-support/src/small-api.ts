import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { readConfig } from '@portfolio/api/config.ts';
import { createLog } from '@portfolio/api/log.ts';
import { createApi } from '@portfolio/api/server.ts';
import { stopGracefully } from '@portfolio/api/stop-gracefully.ts';
import type { Release } from '@portfolio/releases/release.ts';
import { type Store, storeIn } from '@portfolio/releases/store.ts';
import { laySmallSite } from './small-site.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export type SmallApi = Awaited<ReturnType<typeof startSmallApi>>;

/** The whole API in this process with a small site, on a port of its own. */
export async function startSmallApi(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-api-'));
  const store: Store = storeIn(dataDir);
  const releases: Record<string, Release> = await laySmallSite(store);
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...env, DATA_DIR: dataDir });
  const log = createLog(config.LOG_LEVEL);
  const api = await createApi(config, log);
  await once(api.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = api.server.address() as AddressInfo;
  return {
    port,
    store,
    releases,
    get: (address: string, headers = {}) => ask(port, 'GET', address, headers),
    ask: (method: string, address: string, headers = {}) => ask(port, method, address, headers),
    async stop() {
      await stopGracefully(api, log);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One request exactly as given: `fetch` would tidy the address, follow redirects and add headers. */
async function ask(
  port: number,
  method: string,
  address: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const sent = request({ port, host: '127.0.0.1', method, path: address, headers, agent: false });
  const [response] = await once(sent.end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
