import path from 'node:path';
import { copyStore } from '@portfolio/releases/store/copy-store.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { startPostgres } from '@portfolio/test-support/postgres.ts';

const root = path.join(import.meta.dirname, '../../..');
const quiet = { info() {}, error() {} };

/** A store in a folder, and the same in a database. */
export interface TwoStores {
  /** What makes a process use one of them, each with a folder of its own. */
  folder: { DATA_DIR: string };
  database: { DATA_DIR: string; DATABASE_URL: string };
  stop(): Promise<void>;
}

/** Copies the store of a folder into a database of its own. */
export async function copyToDatabase(dataDir: string, ownFolder: string): Promise<TwoStores> {
  const postgres = await startPostgres();
  const DATABASE_URL = await postgres.createDatabase('site');
  const database = { DATA_DIR: ownFolder, DATABASE_URL };
  const [from, to] = [
    await openStore({ DATA_DIR: dataDir }, quiet),
    await openStore(database, quiet),
  ];
  try {
    await copyStore(from, to, () => {});
  } finally {
    await to.close();
  }
  return { folder: { DATA_DIR: dataDir }, database, stop: () => postgres.stop() };
}

/** How the site is started with one of them. */
export function serveStore(settings: Record<string, string>) {
  return (port: number) => ({
    file: process.execPath,
    args: [path.join(root, 'api/src/main.ts')],
    env: { ...settings, PORT: String(port), RATE_LIMIT: 'off' },
  });
}
