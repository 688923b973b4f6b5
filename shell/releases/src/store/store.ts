import { z } from 'zod';
import { DatabaseAwayError, openDatabase, type Statements } from '../database/database.ts';
import { bytesOf, isReleaseRef, type Release, type ReleaseRef } from '../release/release.ts';
import { RefusedError } from '../release/release-errors.ts';
import { openReleases } from './release-cache.ts';
import { siteSchema } from './schema.ts';

export type Store = Awaited<ReturnType<typeof openStore>>;

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
export async function openStore(settings: StoreSettings) {
  const { DATA_DIR: dataDir } = settings;
  const database = await openDatabase(settings, siteSchema(dataDir));
  // Reports a damaged file, and one of another version, at the start instead of the first request.
  await database.run('SELECT number FROM changes').catch((error) => {
    if (!(error instanceof DatabaseAwayError)) throw error;
  });
  return {
    dataDir,
    /** A file of this machine, or the database of several. */
    database,
    /** The releases that this process has opened. */
    releases: openReleases(dataDir, database),
    /** The other origins that pages may call, frame or show (CONNECT_ORIGINS). */
    connectOrigins: settings.CONNECT_ORIGINS ?? [],
    /** Called after each change by this process. */
    onChanged: new Set<() => Promise<void>>(),
    close: database.close,
    [Symbol.asyncDispose]: database.close,
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

/** Adds a line to the owner's log, within the transaction of the change; without a key the owner's own. */
export async function appendLog(
  tx: Statements,
  { key = 'owner', ...entry }: Omit<LogEntry, 'at' | 'key'> & { key?: string | undefined },
): Promise<void> {
  const line: LogEntry = { at: new Date().toISOString(), key, ...entry };
  await tx.run(
    'INSERT INTO log (number, entry) SELECT COALESCE(MAX(number), 0) + 1, CAST($1 AS TEXT) FROM log',
    [JSON.stringify(line)],
  );
}

export async function readLog({ database }: Pick<Store, 'database'>): Promise<LogEntry[]> {
  const rows = await database.run<{ entry: string }>('SELECT entry FROM log ORDER BY number');
  return rows.map(({ entry }) => JSON.parse(entry));
}

/** How many releases of a name are in use: the live one and its fallback. Further ids are its history. */
export const fallbackDepth = 2;

export interface LiveIds {
  /** The live release, its fallback, and the history; empty if nothing is live. */
  ids: readonly string[];
  /** The `ids` before the section was retired; empty while it is live. */
  retired: readonly string[];
  /** The description of the inputs of the last deploy. */
  builtFrom?: string | null;
}

/** The state of an unknown name. */
const nothingLive: LiveIds = { ids: [], retired: [] };

/** Reads what is live of every name. */
export async function readLive(tx: Statements): Promise<Map<string, LiveIds>> {
  type LiveRow = { name: string; ids: string; retired: string; builtFrom: string | null };
  const found = await tx.run<LiveRow>(
    'SELECT name, ids, retired, built_from AS "builtFrom" FROM live ORDER BY name',
  );
  return new Map(
    found.map(({ name, ids, retired, builtFrom }) => [
      name,
      { ids: JSON.parse(ids), retired: JSON.parse(retired), builtFrom },
    ]),
  );
}

/** Reads what is live of a name. */
export async function readLiveOf(tx: Statements, name: string): Promise<LiveIds> {
  return (await readLive(tx)).get(name) ?? nothingLive;
}

/** Within a transaction: replaces what is live of a name, and records when releases went out of use. */
export async function writeLive(
  tx: Statements,
  name: string,
  { ids, retired }: Pick<LiveIds, 'ids' | 'retired'>,
): Promise<void> {
  const before = (await readLiveOf(tx, name)).ids.slice(0, fallbackDepth);
  await tx.run(
    `INSERT INTO live (name, ids, retired) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET ids = excluded.ids, retired = excluded.retired`,
    [name, JSON.stringify(ids), JSON.stringify(retired)],
  );
  const given = ids.slice(0, fallbackDepth);
  const leave = 'UPDATE releases SET left_at = $3 WHERE name = $1 AND id = $2';
  for (const id of [...before, ...given])
    await tx.run(leave, [name, id, given.includes(id) ? null : Date.now()]);
}

/** Stores the inputs of the last deploy. */
export async function rememberBuilt(tx: Statements, name: string, hash: string): Promise<void> {
  await tx.run(
    `INSERT INTO live (name, ids, retired, built_from) VALUES ($1, '[]', '[]', $2)
    ON CONFLICT (name) DO UPDATE SET built_from = excluded.built_from`,
    [name, hash],
  );
}

/** Finds a release, live or not; undefined if it is unknown. */
export async function findRelease(tx: Statements, ref: ReleaseRef): Promise<Release | undefined> {
  if (!isReleaseRef(ref)) return undefined;
  const [row] = await tx.run<{ description: string }>(
    'SELECT description FROM releases WHERE name = $1 AND id = $2',
    [ref.name, ref.id],
  );
  return row && JSON.parse(row.description);
}

/**
 * Within a transaction: writes an examined release. Equal content that comes again keeps its first description, and
 * replaces an archive that may be damaged.
 */
export async function writeRelease(
  tx: Statements,
  release: Release,
  archive: Uint8Array,
): Promise<void> {
  const { name, id, createdAt, commit } = release;
  await tx.run(
    `INSERT INTO archives (name, id, bytes) VALUES ($1, $2, $3)
    ON CONFLICT (name, id) DO UPDATE SET bytes = excluded.bytes`,
    [name, id, archive],
  );
  await tx.run(
    `INSERT INTO releases (name, id, description, created_at, commit_hash, bytes)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name, id) DO NOTHING`,
    [name, id, JSON.stringify(release), createdAt, commit, bytesOf(release)],
  );
}

/** An open page may need a release that left so long ago. */
const keptMs = 7 * 86_400_000;

/** How many are kept, however old: of those that were live, and of previews. */
const kept = { wereLive: 20, previews: 10 };

/**
 * Within the transaction of a publication: removes older releases of the name with all their records.
 * @param added the published one, which stays
 */
export async function removeOld(tx: Statements, { name, id: added }: ReleaseRef): Promise<void> {
  const live = await readLiveOf(tx, name);
  const inUse = [added, ...[...live.ids, ...live.retired].slice(0, fallbackDepth)];
  const rows = await tx.run<{ id: string; left_at: number | null }>(
    'SELECT id, left_at FROM releases WHERE name = $1 ORDER BY left_at DESC, created_at DESC',
    [name],
  );
  const others = rows.filter(({ id }) => !inUse.includes(id));
  const beyondTheLatest = others.filter(({ left_at }) => left_at !== null).slice(kept.wereLive);
  const olderPreviews = others.filter(({ left_at }) => left_at === null).slice(kept.previews);
  const isOld = ({ left_at }: { left_at: number | null }) => Number(left_at) < Date.now() - keptMs;
  const removed = new Set([...beyondTheLatest.filter(isOld), ...olderPreviews].map(({ id }) => id));
  if (removed.size === 0) return;
  for (const id of removed) {
    for (const table of ['releases', 'archives', 'faults'])
      await tx.run(`DELETE FROM ${table} WHERE name = $1 AND id = $2`, [name, id]);
  }
  const rest = (ids: readonly string[]) => ids.filter((id) => !removed.has(id));
  await writeLive(tx, name, { ids: rest(live.ids), retired: rest(live.retired) });
}

/** Also validates the untrusted answer of a site. */
export const listedRelease = z.object({
  name: z.string(),
  id: z.string(),
  is: z.enum(['live', 'previous', 'older', 'rolled back', 'retired', 'preview']),
  createdAt: z.iso.datetime(),
  commit: z.string(),
  bytes: z.number(),
  failed: z.number(),
});

export type ListedRelease = z.infer<typeof listedRelease>;

type ReleaseRow = Omit<ListedRelease, 'is'> & { left_at: number | null };

/** Lists the releases of a name, or of all names, the newest first. */
export async function listReleases(store: Store, name?: string): Promise<ListedRelease[]> {
  const rows = await store.database.run<ReleaseRow>(
    `SELECT name, id, created_at AS "createdAt", commit_hash AS "commit", bytes, left_at,
      COALESCE((SELECT visitors FROM faults
        WHERE faults.name = releases.name AND faults.id = releases.id AND error = ''), 0) AS failed
    FROM releases WHERE $1 = '' OR name = $1 ORDER BY name, created_at DESC, id`,
    [name ?? ''],
  );
  const live = await readLive(store.database);
  return rows.map(({ left_at, ...row }) => ({
    ...row,
    is: placeOf({ id: row.id, left_at }, live.get(row.name)),
  }));
}

function placeOf(
  { id, left_at }: Pick<ReleaseRow, 'id' | 'left_at'>,
  { ids, retired }: LiveIds = nothingLive,
): ListedRelease['is'] {
  const position = ids.indexOf(id);
  if (position >= 0) return (['live', 'previous'] as const)[position] ?? 'older';
  // A roll-back makes this one live again.
  if (retired[0] === id) return 'retired';
  if (retired.includes(id)) return 'older';
  // A rolled back release was live once; a preview never was.
  return left_at === null ? 'preview' : 'rolled back';
}

/** The tables of a copy beside that of its releases; servers of the copy count its changes anew. */
const otherTables = ['archives', 'live', 'tokens', 'faults', 'log'];

/**
 * Copies all rows of a store into an empty one, of either kind, in one transaction. An interrupted copy leaves an empty
 * store, for which it can be begun again.
 * @returns how many releases were copied
 * @throws RefusedError if the other store is not empty
 */
export async function copyStore(from: Store, to: Store): Promise<number> {
  return changeSite(to, async (tx) => {
    for (const table of otherTables) await copyTable(from.database, tx, table);
    return copyTable(from.database, tx, 'releases');
  });
}

/** @returns how many rows were copied */
async function copyTable(from: Statements, to: Statements, table: string): Promise<number> {
  if ((await to.run(`SELECT 1 AS one FROM ${table} LIMIT 1`)).length > 0)
    throw new RefusedError(
      'The place to copy to is in use already, and nothing of it has changed. Name an empty database, or a new folder.',
    );
  // One row at a time, as an archive takes much memory.
  for (let at = 0; ; at += 1) {
    const statement = `SELECT * FROM ${table} ORDER BY 1, 2 LIMIT 1 OFFSET ${at}`;
    const [row] = await from.run(statement, [], true);
    if (!row) return at;
    const columns = Object.keys(row);
    const places = columns.map((_column, index) => `$${index + 1}`);
    await to.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }
}
