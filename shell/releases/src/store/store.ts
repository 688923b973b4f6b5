import type { Database, Statements } from '../database/database.ts';
import { DatabaseAwayError } from '../database/database-errors.ts';
import { openDatabase } from '../database/open-database.ts';
import { openReleases, type Releases } from './releases.ts';
import { siteSchema } from './schema.ts';

export interface Store {
  dataDir: string;
  /** A file of this machine, or the database of several. */
  database: Database;
  /** Whether several machines use the database. */
  isShared: boolean;
  /** The releases that this process has opened. */
  releases: Releases;
  /** The other origins that pages may call, frame or show (CONNECT_ORIGINS). */
  connectOrigins: readonly string[];
  /** Called after each change by this process. */
  onChanged: Set<() => Promise<void>>;
  close(): Promise<void>;
}

/** Runs a transaction that changes what servers show. */
export async function changeSite<Result>(
  store: Store,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  const result = await store.database.transact(async (tx) => {
    const made = await work(tx);
    await tx.run('UPDATE changes SET number = number + 1');
    return made;
  });
  store.releases.retryBroken();
  for (const look of store.onChanged) await look();
  return result;
}

/** The settings of a site that its store needs. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  CONNECT_ORIGINS?: readonly string[];
}

/**
 * Opens the store of a site: one file, or with DATABASE_URL the database of several machines, which may be away.
 * @throws DatabaseError
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { DATA_DIR: dataDir, DATABASE_URL } = settings;
  const database = await openDatabase(settings, siteSchema(dataDir));
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
    onChanged: new Set(),
    close: database.close,
  };
}

export interface LogEntry {
  at: string;
  /** The actor: the id of a token, or `owner`. */
  key: string;
  did: string;
  section?: string | undefined;
  release?: string | undefined;
  /** The live ids before and after; empty for none. */
  from?: string | undefined;
  to?: string | undefined;
}

export const ownerKey: LogEntry['key'] = 'owner';

/** Adds a line to the owner's log, within the transaction of the change. */
export async function appendLog(tx: Statements, entry: Omit<LogEntry, 'at'>): Promise<void> {
  const line: LogEntry = { at: new Date().toISOString(), ...entry };
  await tx.run(
    'INSERT INTO log (number, entry) SELECT COALESCE(MAX(number), 0) + 1, CAST($1 AS TEXT) FROM log',
    [JSON.stringify(line)],
  );
}

export async function readLog({ database }: Pick<Store, 'database'>): Promise<LogEntry[]> {
  const rows = await database.run<{ entry: string }>('SELECT entry FROM log ORDER BY number');
  return rows.map(({ entry }) => JSON.parse(entry));
}
