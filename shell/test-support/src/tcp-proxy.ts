import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { stopLater } from './stop-later.ts';

/** Starts a TCP proxy that simulates a broken network. */
export async function openTcpProxy(port: number) {
  const sockets = new Set<Socket>();
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
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  function hold(socket: Socket): void {
    socket.unpipe();
    socket.pause();
  }

  return stopLater({
    port: (server.address() as AddressInfo).port,
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
