import { startApi } from './start-api.ts';

// The process of `startQuickApi`. It answers a message with the processor time that it used itself.
const api = await startApi(process.env as Record<string, string>);

process.on('message', (word) => {
  if (word === 'tidy') globalThis.gc?.({ type: 'minor' });
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('SIGTERM', () => void api.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ port: api.port }));
