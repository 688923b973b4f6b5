import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';

const body = JSON.stringify({ firstName: '', lastName: '', email: 'a@b.example', message: 'Hi' });
const head = `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

/** A connection that its client never closes; Node's own client would after 4 s. */
async function open(port: number): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, said: () => said };
}

/** One answer on a connection that is then idle; whatever was sent before has been seen. */
async function becomeIdle(port: number): Promise<void> {
  const { socket } = await open(port);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
}

test('a request under way is answered, and nobody who is idle holds the end up', async () => {
  const api = await startApiProcess({});
  const port = await api.port;
  const writer = await open(port);
  writer.socket.write(head + body.slice(0, -1));
  await becomeIdle(port);

  const ended = api.stop('SIGTERM');
  await refusing(port);
  const start = Date.now();
  writer.socket.write(body.slice(-1));
  expect((await ended).code).toBe(0);
  expect(writer.said()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\ntrue$/);
  // Node.js by itself would keep the answered connection for more than 5 s.
  expect(Date.now() - start).toBeLessThan(4500);
});

test('who never finishes is cut off, so that the process ends before it is killed', async () => {
  const api = await startApiProcess({});
  const { socket, said } = await open(await api.port);
  socket.write(head + body.slice(0, -1));
  await becomeIdle(await api.port);
  const start = Date.now();
  expect((await api.stop('SIGTERM')).code).toBe(0);
  expect(Date.now() - start).toBeLessThan(10_000);
  expect(said()).not.toContain('200 OK');
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
