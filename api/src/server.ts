import { createServer, type Server } from 'node:http';
import { noteUnseenMoves, type Unseen } from '@portfolio/releases/ledger/audit-log.ts';
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
import { publishingRouter } from './publishing/publishing-router.ts';
import { sweepUploads } from './publishing/uploads.ts';
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
  workUntilClosed(server, { store, dataDir: config.DATA_DIR, log });
  await store.follow();
  await tellOfFolder(config, store, log);
  return { server, contact, guard, store, live };
}

const tickMs = 10_000;
const sweepMs = 3_600_000;

/** Does what no request asks for: logs what a team did that may write its folder alone, removes old uploads. */
function workUntilClosed(
  server: Server,
  { store, dataDir, log }: { store: Store; dataDir: string; log: Log },
): void {
  let unseen: Unseen = new Map();
  let sweptAt = 0;
  let isTold = false;
  const work = async () => {
    if (Date.now() - sweptAt > sweepMs) {
      sweptAt = Date.now();
      await sweepUploads(dataDir);
    }
    unseen = await noteUnseenMoves(store, unseen);
  };
  const noteFailure = (error: Error | undefined) => {
    // Once, and not every time.
    if (error && !isTold)
      log.error({ reason: error.message }, 'Old uploads stay, or the log cannot be written');
    isTold = error !== undefined;
  };
  const timer = setInterval(() => work().then(() => noteFailure(undefined), noteFailure), tickMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
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
