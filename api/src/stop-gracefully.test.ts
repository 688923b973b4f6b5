import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, jest, test } from '@jest/globals';
import { startApiProcess } from './peers/api-process.ts';

// Processes on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(30_000);

const body = JSON.stringify({ firstName: '', lastName: '', email: 'a@b.example', message: 'Hi' });

/** A message whose last byte is still to come. */
async function beginMessage(port: number): Promise<ClientRequest> {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/contact',
    headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
  });
  await new Promise((resolve) => sent.write(body.slice(0, -1), resolve));
  return sent;
}

/** A connection that had an answer and is kept open. */
async function keepAlive(port: number, agent: Agent): Promise<void> {
  const sent = request({ port, host: '127.0.0.1', path: '/healthz', agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
}

test('a request under way is answered, idle connections do not hold the end up', async () => {
  const api = await startApiProcess({});
  const port = await api.port;
  const agent = new Agent({ keepAlive: true });
  await keepAlive(port, agent);
  const sent = await beginMessage(port);
  // A later request was answered, so the server has seen the beginning of this one.
  await keepAlive(port, agent);

  api.kill('SIGTERM');
  await refusing(port);
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const start = Date.now();
  sent.end(body.slice(-1));
  const [response] = await answered;
  expect([response.statusCode, await text(response)]).toEqual([200, 'true']);
  expect((await api.ended).code).toBe(0);
  // Node.js by itself would keep the answered connection for 5 s.
  expect(Date.now() - start).toBeLessThan(4500);
  agent.destroy();
});

test('who never finishes is cut off, so that the process ends before it is killed', async () => {
  const api = await startApiProcess({});
  const sent = await beginMessage(await api.port);
  const lost = once(sent, 'error');
  await keepAlive(await api.port, new Agent());
  const start = Date.now();
  api.kill('SIGTERM');
  expect((await api.ended).code).toBe(0);
  expect(Date.now() - start).toBeLessThan(10_000);
  await lost;
});

/** Waits until nobody listens there any more. */
async function refusing(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isRefused = await new Promise((resolve) => {
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    });
    socket.destroy();
    if (isRefused) return;
  }
}
