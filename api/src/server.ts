import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { openStore } from '@portfolio/releases/store/store.ts';
import { type Config, EnvironmentError, localAddress } from './config.ts';
import { openContact } from './contact/contact.ts';
import { usualTimings, within } from './contact/outbox.ts';
import { createApp } from './create-app.ts';
import { readDevServers, withDevServers } from './development/dev-servers.ts';
import type { Log } from './log.ts';

/** When closing cuts requests off, before a process manager kills the process. */
const deadlineMs = 8000;
const closingMs = 2000;

/** Slow requests are cut off. nginx, which stands before the site, bounds everything else. */
const connections: ServerOptions = {
  headersTimeout: 5000,
  // Longer than proxies keep theirs (nginx 60 s): a proxy answers 502 if it sends a request on a connection that
  // is just closed, as it cannot repeat a POST.
  keepAliveTimeout: 75_000,
  // Browsers send far less; Node.js answers longer headers with 431.
  maxHeaderSize: 8192,
  connectionsCheckingInterval: 500,
};

/**
 * How long a connection may have no traffic during a request. A client on a slow line was seen to take ten megabytes
 * at once, and then nothing for 100 s.
 */
const idleMs = 300_000;

/** How often to look for another live set. */
const lookMs = 1000;

/**
 * Starts the API.
 * @throws EnvironmentError if it cannot listen, DatabaseError
 */
export async function createApi(config: Config, log: Log, timings = usualTimings) {
  const store = await openStore(config);
  const devServers = readDevServers(process.env);
  const released = await followLiveReleases(store, log);
  const live = devServers ? withDevServers(released, devServers) : released;
  const contact = await openContact(config, log, live, timings);
  const server = createServer(connections).listen(config.PORT, config.HOST);
  // Browsers and proxies send some thirty; Node.js answers more with 431.
  server.maxHeadersCount = 100;
  server.timeout = idleMs;
  await once(server, 'listening').catch(({ message }: Error) => {
    const sentence = `The site cannot listen (${message}). Choose another HOST=… or PORT=…`;
    throw new EnvironmentError(sentence);
  });
  const { port } = server.address() as AddressInfo;
  const origin = config.PUBLIC_URL ?? localAddress(port, config.HOST);
  const { app, documents } = createApp({ config, log, store, live, contact, devServers, origin });
  server.on('request', app);
  // What became live is made ready before a visitor asks for it.
  const looking = devServers ? undefined : setInterval(documents.current, lookMs).unref();
  server.once('close', () => clearInterval(looking));

  /** Stops listening, and finishes requests and mails in flight. */
  async function stop(): Promise<void> {
    log.info('Stopping');
    setTimeout(() => server.closeAllConnections(), deadlineMs).unref();
    // `close` alone waits for idle keep-alive connections.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
    await contact.close();
    // Closing a dead connection to the database may hang.
    await within(closingMs, released.close());
    await within(closingMs, store.close());
    log.info('Stopped');
  }

  return { port, origin, contact, store, prepare: documents.current, stop };
}
