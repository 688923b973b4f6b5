import path from 'node:path';
import { DatabaseError } from '@portfolio/releases/database/database.ts';
import { EnvironmentError, loadEnvFile, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { createApi } from './server.ts';

try {
  loadEnvFile(path.join(import.meta.dirname, '../..'));
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const { port, origin, contact, prepare, stop } = await createApi(config, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  void contact.logMailSetUp();
  // Before the first visitor comes, every page is made.
  const set = await prepare();
  const live = set ? `with ${set.key}` : 'where nothing is live yet';
  log.info({ port }, `The site is on ${origin}, ${live}`);
} catch (error) {
  const isForOwner = error instanceof EnvironmentError || error instanceof DatabaseError;
  if (!isForOwner) throw error;
  console.error(error.message);
  // An open database may keep the process alive.
  process.exit(error instanceof EnvironmentError ? 2 : 1);
}
