import { within } from './contact/timings.ts';
import type { Log } from './log.ts';
import type { Api } from './server.ts';

/** What has not finished by then is cut off, before a process manager would kill. */
const deadlineMs = 8000;

const closingMs = 2000;

/** Takes no new requests, answers those under way, finishes the mails in flight, and ends. */
export async function stopGracefully(
  { server, contact, guard, store }: Api,
  log: Log,
): Promise<void> {
  log.info('Stopping');
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs).unref();
  // `close` alone waits for idle keep-alive connections.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(deadline);
  // It may have something to tell the owner.
  await guard.close();
  await contact.close();
  // Closing a dead connection may hang.
  await within(closingMs, store.close());
  log.info('Stopped');
}
