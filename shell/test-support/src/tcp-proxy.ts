import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { stopLater } from './stop-later.ts';

/**
 * Starts a TCP proxy that simulates a broken network.
 * @param points total numbers of bytes at which a connection breaks, in rising order
 */
export async function openTcpProxy(port: number, points: readonly number[] = []) {
  const left = [...points];
  const sockets = new Set<Socket>();
  let bytes = 0;
  let isStalled = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        if (isStalled) return;
        near.destroy();
        far.destroy();
      });
      if (isStalled) hold(socket);
    }
    if (left.length > 0) near.on('data', (chunk) => count(chunk, near, far));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  function count(chunk: Buffer, near: Socket, far: Socket): void {
    bytes += chunk.length;
    if (bytes < (left[0] ?? Number.POSITIVE_INFINITY)) return;
    left.shift();
    // The bytes so far arrive, and no further ones.
    near.unpipe();
    far.end(() => near.destroy());
  }

  function hold(socket: Socket): void {
    socket.unpipe();
    socket.pause();
  }

  return stopLater({
    port: (server.address() as AddressInfo).port,
    broke: () => points.length - left.length,
    /** Stops all traffic without closing connections. */
    stall() {
      isStalled = true;
      for (const socket of sockets) hold(socket);
    },
    /** Accepts new connections, and breaks the stalled ones. */
    recover() {
      isStalled = false;
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
