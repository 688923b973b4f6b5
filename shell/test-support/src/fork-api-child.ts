import { startApi } from './start-api.ts';

// What `forkApi` runs. Asked by a message, it says what it has used so far, so that what the test
// itself does is no part of it. Ends with its parent.
const environment = Object.fromEntries(
  Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
);
const api = await startApi(environment);

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
process.on('SIGTERM', () => void api.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send?.(api.port);
