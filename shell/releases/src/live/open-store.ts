import path from 'node:path';
import { contentsAlone } from '../contents/contents.ts';
import type { DatabasePlace } from '../database/open-database.ts';
import { openSqlite } from '../database/open-sqlite.ts';
import { siteSchema } from '../store/schema.ts';
import type { Logger, OpenStore } from '../store/store.ts';

/** The settings of a site that its store needs. */
export interface StoreSettings extends DatabasePlace {
  CONNECT_ORIGINS?: readonly string[];
}

/**
 * Opens the store of a site: one file, or with DATABASE_URL the database of several machines.
 * @throws DatabaseError
 */
export async function openStore(settings: StoreSettings, log: Logger): Promise<OpenStore> {
  const { DATA_DIR: dataDir, DATABASE_URL, CONNECT_ORIGINS: connectOrigins = [] } = settings;
  if (DATABASE_URL) {
    // A single machine does not load the client of PostgreSQL.
    const { openSharedStore } = await import('./open-shared-store.ts');
    return openSharedStore({ dataDir, connectOrigins }, DATABASE_URL, log);
  }
  const database = openSqlite(path.join(dataDir, `${siteSchema.name}.sqlite`), siteSchema);
  // Reports a damaged file at the start instead of the first request.
  await database.run('SELECT number FROM changes');
  return {
    dataDir,
    connectOrigins,
    facts: database,
    local: database,
    shared: {
      ...contentsAlone(dataDir),
      async pull() {},
      async catchUp() {},
      trouble: () => undefined,
    },
    async follow() {},
    close: () => database.close(),
  };
}
