import type { AddressInfo } from 'node:net';
import { EnvironmentError, readConfig } from './config.ts';
import { localAddress } from './local-address.ts';
import { createLog } from './log.ts';
import { createApi } from './server.ts';
import { stopGracefully } from './stop-gracefully.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const api = await createApi(config, log);
  api.server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    log.error(
      isTaken ? `Port ${config.PORT} is in use. Choose another with PORT=…` : error.message,
    );
    process.exit(1);
  });
  api.server.listen(config.PORT, config.HOST, () => {
    const { port } = api.server.address() as AddressInfo;
    const isLocal = config.HOST === '127.0.0.1';
    const address = isLocal ? localAddress(port) : `http://${config.HOST}:${port}`;
    log.info({ port }, `The site is on ${config.PUBLIC_URL ?? address}`);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopGracefully(api, log));
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
