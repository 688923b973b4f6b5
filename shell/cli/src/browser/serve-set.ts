import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import { createSite } from '@portfolio/api/site.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';

interface Served {
  store: Store;
  find: LiveReleases['find'];
  set: LiveSet;
  pageOf: PageOf;
}

/** A site where this very set of releases is live, for nobody but this process's browser. */
export async function serveSet({ store, find, set, pageOf }: Served) {
  const current = async () => set;
  const live = { fresh: current, cached: current, find };
  const log = createLog('silent');
  const server = createServer(createSite({ store, log, live, pageOf, isInspection: true }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
