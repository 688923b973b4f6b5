import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { stopLater } from './stop-later.ts';

/**
 * A line to a server that breaks each time so many bytes went over it in all.
 * @param points at which it breaks, in rising order
 */
export async function openBreakingLine(port: number, points: readonly number[]) {
  const left = [...points];
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (chunk) => {
      bytes += chunk.length;
      far.write(chunk);
      if (bytes < (left[0] ?? Number.POSITIVE_INFINITY)) return;
      left.shift();
      // What was sent arrives, and then nothing.
      far.end(() => near.destroy());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  return stopLater({
    origin: `http://127.0.0.1:${ownPort}`,
    /** How often it broke. */
    broke: () => points.length - left.length,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}
