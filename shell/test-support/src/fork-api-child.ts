import { startApi } from './start-api.ts';

// The child process of `forkApi`. It answers a message with its usage of processor and memory, which excludes
// that of the test, and ends with its parent.
const environment = Object.fromEntries(
  Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
);
const api = await startApi(environment);

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
process.send?.(api.port);
