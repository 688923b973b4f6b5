import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseError } from '@portfolio/releases/database/database.ts';
import { EnvironmentError, loadEnvFile, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { createApi } from './server.ts';

try {
  loadEnvFile(path.join(import.meta.dirname, '../..'));
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const api = await createApi(config, log);
  api.server.on('error', ({ message }) => {
    log.error(`The site cannot listen (${message}). Choose another HOST=… or PORT=…`);
    process.exit(1);
  });
  api.server.listen(config.PORT, config.HOST, () => {
    const { port } = api.server.address() as AddressInfo;
    void api.contact.logMailSetUp();
    // Before the first visitor comes, every page is made.
    api.prepare().then((set) => {
      const live = set ? `with ${set.key}` : 'where nothing is live yet';
      log.info({ port }, `The site is on ${api.origin()}, ${live}`);
    });
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, api.stop);
} catch (error) {
  const isForOwner = error instanceof EnvironmentError || error instanceof DatabaseError;
  if (!isForOwner) throw error;
  console.error(error.message);
  process.exitCode = error instanceof EnvironmentError ? 2 : 1;
}
