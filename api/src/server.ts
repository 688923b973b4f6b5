import { createServer, type Server } from 'node:http';
import { followLiveReleases, type LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { type OpenStore, openStore } from '@portfolio/releases/store/open-store.ts';
import { type Store, storeIn } from '@portfolio/releases/store/store.ts';
import type { Config } from './config.ts';
import { boundConnections, idleMs, slowRequests } from './connections.ts';
import { type Contact, openContact } from './contact/contact.ts';
import { usualTimings } from './contact/timings.ts';
import { readDevServers, withDevServers } from './development.ts';
import { noPages } from './document/prerendered.ts';
import { healthRouter } from './health-router.ts';
import type { Log } from './log.ts';
import { noteMovesUntilClosed } from './publishing/audit.ts';
import { publishingRouter } from './publishing/publishing-router.ts';
import { type Guard, guardReleases } from './rollback/guard-releases.ts';
import { createSite } from './site.ts';

/** The running parts of the API, for stopping them. */
export interface Api {
  server: Server;
  contact: Contact;
  store: OpenStore;
  live: LiveReleases;
  guard: Guard;
}

/** Puts the API together; nothing listens yet. */
export async function createApi(config: Config, log: Log, timings = usualTimings): Promise<Api> {
  const store = await openStore(config, log);
  const devServers = readDevServers(process.env);
  const released = followLiveReleases(store, log);
  const live = devServers ? withDevServers(released, devServers) : released;
  const contact = openContact(config, log, timings);
  const publishing = publishingRouter({ config, store, live, log });
  const guard = guardReleases({
    store,
    log,
    notify: contact.notify,
    find: live.find,
    isGuarding: config.AUTO_ROLLBACK !== 'off' && !devServers,
  });
  const site = createSite({
    store,
    live,
    log,
    visits: guard.notes,
    calls: [contact.router, healthRouter(store, live, contact), publishing],
    form: contact.form,
    trustProxy: config.TRUST_PROXY,
    publicUrl: config.PUBLIC_URL,
    devServers,
    ...(config.PRERENDER === 'off' ? { pageOf: noPages } : {}),
  });
  const server = createServer(slowRequests, boundConnections(site));
  // Browsers and proxies send some thirty. More are answered with 431, as too long ones are.
  server.maxHeadersCount = 100;
  server.timeout = idleMs;
  noteMovesUntilClosed(server, store, log);
  await store.follow();
  await tellOfFolder(config, store, log);
  return { server, contact, guard, store, live };
}

/** After a change from a folder to a database the site is empty until the releases are copied. */
async function tellOfFolder({ DATA_DIR }: Config, store: Store, log: Log): Promise<void> {
  if (!store.remote || (await readPointer(store, 'shell').catch(() => [''])).length > 0) return;
  const inFolder = await readPointer(storeIn(DATA_DIR), 'shell').catch(() => ['']);
  if (inFolder.length > 0)
    log.error(
      `The releases are in a folder, and with DATABASE_URL the site takes them from the database, which has none. Copy them: npm run releases -- copy --from ${DATA_DIR} --to "$DATABASE_URL"`,
    );
}
