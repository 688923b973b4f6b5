import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readConfig } from '@portfolio/api/config.ts';
import { createLog } from '@portfolio/api/log.ts';
import { createApi } from '@portfolio/api/server.ts';

// The API in a process of its own that says what it has used up so far, so that what a test itself
// does is no part of it. Started by measured-api.ts.
const config = readConfig(process.env);
const { server } = await createApi(config, createLog('silent'));
await once(server.listen(0, '127.0.0.1'), 'listening');

/** Garbage counts too: with a large young generation nothing is collected between two looks. */
function used() {
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  return { cpu: (user + system) / 1000, memory: heapUsed + external };
}

process.on('message', (word) => {
  if (word === 'tidy') globalThis.gc?.();
  process.send?.(used());
});
process.send?.((server.address() as AddressInfo).port);
