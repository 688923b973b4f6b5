import { startApi } from './start-api.ts';

// The process of `startQuickApi`. It answers a message with its usage of processor and memory, which excludes that of
// the test.
const api = await startApi(process.env as Record<string, string>);

/** With a large young generation there is no garbage collection, so the heap's growth is the allocation. */
function used() {
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  return { cpu: (user + system) / 1000, memory: heapUsed + external };
}

process.on('message', (word) => {
  if (word === 'tidy') globalThis.gc?.();
  process.send?.(used());
});
process.on('SIGTERM', () => void api.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ port: api.port }));
