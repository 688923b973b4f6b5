import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { stopLater } from './stop-later.ts';

/** A way to a server on which everything stops, as on a broken network: nothing closes, nothing comes. */
export async function startStallingProxy(port: number) {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      if (isStalled) hold(socket);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function hold(socket: Socket): void {
    socket.unpipe();
    socket.pause();
  }

  return stopLater({
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true;
      for (const socket of sockets) hold(socket);
    },
    /** New connections go through again; the stalled ones break, as they do in the end. */
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
