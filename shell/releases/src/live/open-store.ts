import { DatabaseAwayError } from '../database/database-errors.ts';
import { openDatabase } from '../database/open-database.ts';
import { releaseLimits } from '../release/limits.ts';
import { openReleases } from '../store/releases.ts';
import { siteSchema } from '../store/schema.ts';
import type { Logger, OpenStore } from '../store/store.ts';

/** The settings of a site that its store needs. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  CONNECT_ORIGINS?: readonly string[];
  UPLOAD_BYTES?: number;
}

/**
 * Opens the store of a site: one file, or with DATABASE_URL the database of several machines, which may be away.
 * @throws DatabaseError
 */
export async function openStore(settings: StoreSettings, log: Logger): Promise<OpenStore> {
  const { DATA_DIR: dataDir, DATABASE_URL } = settings;
  const onWarning = (facts: object, message: string) => log.error(facts, message);
  const database = await openDatabase(settings, siteSchema(dataDir), onWarning);
  // Reports a damaged file, and one of another version, at the start instead of the first request.
  await database.run('SELECT number FROM changes').catch((error) => {
    if (!(error instanceof DatabaseAwayError)) throw error;
  });
  return {
    dataDir,
    database,
    isShared: DATABASE_URL !== undefined,
    releases: openReleases(dataDir, database),
    connectOrigins: settings.CONNECT_ORIGINS ?? [],
    mostBytes: settings.UPLOAD_BYTES ?? releaseLimits.usualBytes,
    onChanged: new Set(),
    close: () => database.close(),
  };
}
