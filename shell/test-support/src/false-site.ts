import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopLater } from './stop-later.ts';

/** A server that a team takes for its site, and that answers whatever it likes. */
export async function startFalseSite(answer: RequestListener) {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return stopLater({ origin: `http://127.0.0.1:${port}`, stop: () => server.close() });
}
