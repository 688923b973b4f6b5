import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@portfolio/api/config.ts';
import { slowRequests } from '@portfolio/api/connections.ts';
import { openContact } from '@portfolio/api/contact/contact.ts';
import type { Timings } from '@portfolio/api/contact/send/timings.ts';
import { createLog } from '@portfolio/api/log.ts';
import express from 'express';
import { quickTimings } from './quick-timings.ts';

export type ContactSite = Awaited<ReturnType<typeof startContactSite>>;

/** The contact part of the API in this process, on a port of its own. */
export async function startContactSite(
  environment: Record<string, string>,
  timings: Timings = quickTimings,
) {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'portfolio-contact-'));
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment, DATA_DIR: dataDir });
  const contact = openContact(config, createLog(config.LOG_LEVEL), timings);
  const app = express().set('trust proxy', config.TRUST_PROXY ?? false);
  app.use(contact.router);
  app.get('/healthz', async (_request, response) => void response.json(await contact.health()));
  const server = createServer(slowRequests, app).listen(config.PORT);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dataDir,
    health: contact.health,
    async stop() {
      server.close();
      server.closeIdleConnections();
      await contact.close();
      server.closeAllConnections();
      if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
