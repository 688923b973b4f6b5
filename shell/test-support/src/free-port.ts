import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems choose themselves, in a place of its own for each process.
let next = 10_000 + ((process.pid * 20) % 20_000);

/** Finds a free port that no other test gets, for a server that is started several times or cannot name its port. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = next++;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
