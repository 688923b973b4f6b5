import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Answer = (response: ServerResponse) => void;

/** Starts a server on the page's origin with configurable answers; for tests in Jest's `node`. */
export async function startLocalApi() {
  const told: { answer: Answer } = { answer: (response) => response.end() };
  const seen: { request?: IncomingMessage; body?: string } = {};
  const server = createServer(async (request, response) => {
    Object.assign(seen, { request, body: await text(request) });
    told.answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  Object.assign(globalThis, { location: new URL(`http://127.0.0.1:${port}`) });
  return {
    seen,
    answer(answer: Answer) {
      told.answer = answer;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
