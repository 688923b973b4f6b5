import type { AddressInfo } from 'node:net';
import { type Config, EnvironmentError, readConfig } from './config.ts';
import { localAddress } from './local-address.ts';
import { createLog } from './log.ts';
import { createApi } from './server.ts';
import { stopGracefully } from './stop-gracefully.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const api = await createApi(config, log);
  api.server.on('error', (error) => {
    log.error(faultOf(error, config));
    process.exit(1);
  });
  api.server.listen(config.PORT, config.HOST, () => {
    const { port } = api.server.address() as AddressInfo;
    log.info({ port }, `The site is on ${config.PUBLIC_URL ?? localAddress(port, config.HOST)}`);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopGracefully(api, log));
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function faultOf({ code, message }: NodeJS.ErrnoException, { PORT, HOST }: Config): string {
  return code === 'EADDRINUSE'
    ? `Port ${PORT} is in use. Choose another with PORT=…`
    : `The site cannot listen on ${HOST}, port ${PORT}. Choose others with HOST=… and PORT=… (${message})`;
}
