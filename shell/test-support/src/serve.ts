import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopLater } from './stop-later.ts';

/** Starts a server that stops after its test or file. @returns its address, with a slash at the end */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  stopLater({ stop: async () => void server.close() });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
