import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { until } from '@portfolio/test-support/until.ts';
import { boundConnections, slowRequests } from './connections.ts';

async function serve(site: RequestListener): Promise<number> {
  const server = createServer(slowRequests, boundConnections(site));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stopLater({ stop: () => server.close().closeAllConnections() });
  return (server.address() as AddressInfo).port;
}

/** Sends requests on one connection without waiting for answers. */
function pipeline(port: number, count: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const addresses = Array.from({ length: count }, (_, at) => `/${at}`);
  socket.write(addresses.map((address) => `GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  stopLater({ stop: () => socket.destroy() });
  return { socket, addresses };
}

test('requests on one connection are answered one at a time, in their order', async () => {
  const asked: string[] = [];
  let answer = () => {};
  const port = await serve(({ url = '' }, response) => {
    asked.push(url);
    answer = () => response.end();
  });
  const { addresses } = pipeline(port, 17);
  for (const at of addresses.keys()) {
    await until(() => asked.length > at, 'the next one is asked');
    expect(asked).toEqual(addresses.slice(0, at + 1));
    answer();
  }
});

test('a client with more unanswered requests than any browser sends is hung up on', async () => {
  const asked: unknown[] = [];
  const port = await serve(({ url }) => void asked.push(url));
  const { socket } = pipeline(port, 18);
  await until(() => socket.closed, 'it is hung up on');
  expect(asked).toEqual(['/0']);
});

test('a header with hundreds of languages is cut, a query that is too long is refused', async () => {
  const port = await serve(({ headers }, response) => response.end(headers['accept-language']));
  const ask = (length: number) =>
    fetch(`http://127.0.0.1:${port}/?${'a'.repeat(length)}`, {
      headers: { 'Accept-Language': 'de,'.repeat(500) },
    });
  expect(await (await ask(3999)).text()).toHaveLength(200);
  const refused = await ask(4000);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ error: expect.stringContaining('4000 characters') });
});
