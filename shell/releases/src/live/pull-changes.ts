import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { lackingHere } from '../contents/contents.ts';
import { byHash, type ContentRef } from '../contents/integrity.ts';
import type { Row, Steps } from '../database/database.ts';
import { DatabaseAwayError } from '../database/database-errors.ts';
import { formatRef, isSourceMap, type Release } from '../release/release.ts';
import {
  fallbackDepth,
  findRelease,
  hasLiveShell,
  type LiveRow,
  mostTried,
  parseDescription,
  parseLive,
} from '../store/release-rows.ts';
import { noteRewritten, type Store } from '../store/store.ts';
import { tableKeys, writeRow } from '../store/write-row.ts';

/**
 * The database at one moment: all rows of short tables, and of long tables the key of each row with the columns that
 * change with it, so that rows can be compared.
 */
interface Snapshot {
  number: number;
  live: LiveRow[];
  team_keys: Row[];
  releases: [name: string, id: string, leftAt: number | null][];
  pages: [name: string, id: string, layout: string, hash: string][];
}

/** One statement, so that all rows are of one moment. */
const selectSnapshot = `SELECT
  (SELECT number FROM changes) AS number,
  (SELECT coalesce(json_agg(live), '[]') FROM live) AS live,
  (SELECT coalesce(json_agg(team_keys), '[]') FROM team_keys) AS team_keys,
  (SELECT coalesce(json_agg(json_build_array(name, id, left_at)), '[]') FROM releases) AS releases,
  (SELECT coalesce(json_agg(json_build_array(name, id, layout, hash)), '[]') FROM pages) AS pages`;

const shortTables = ['live', 'team_keys'] as const;
const longTables = { releases: 'name, id, left_at', pages: 'name, id, layout, hash' } as const;

type LongTable = keyof typeof longTables;

type ChangedRows = Record<LongTable, readonly Row[]>;

const selectNumber = 'SELECT number FROM changes';

/**
 * Updates this machine's copy: fetches the contents that will be served, then changes all rows in one transaction.
 * @param fetchNow throws if the database is unreachable, which ends the pull
 */
export function openPull(
  { facts: database, local: copy, dataDir }: Omit<Store, 'shared' | 'connectOrigins'>,
  fetchNow: (ref: ContentRef) => Promise<boolean>,
): () => Promise<void> {
  // The first pull compares all rows, as the copy may be of another database with an equal change number.
  let isFirstPull = true;

  async function pull(): Promise<void> {
    const [{ number: copyNumber } = { number: 0 }] = copy.read<{ number: number }>(selectNumber);
    const [latest] = await database.run<{ number: number }>(selectNumber);
    if (!isFirstPull && latest?.number === copyNumber) return;
    const [snapshot] = (await database.run(selectSnapshot)) as unknown as [Snapshot];
    refuseEmpty(snapshot);
    const changed: ChangedRows = {
      releases: await fetchRows('releases', snapshot.releases, damagedReleases(snapshot)),
      pages: await fetchRows('pages', snapshot.pages),
    };
    await fetchContents(snapshot, changed);
    const isWritten = await copy.transact(() => writeCopy(snapshot, changed, copyNumber));
    // Another process of this machine has written the copy, perhaps from a newer snapshot.
    if (!isWritten) return pull();
    noteRewritten({ local: copy });
    isFirstPull = false;
  }

  /** Refuses a database without a live shell, which is wrong or empty, as a shell cannot be retired. */
  function refuseEmpty({ live }: Snapshot): void {
    const isFilled = live.some(({ name, ids }) => name === 'shell' && ids !== '[]');
    if (isFilled || !hasLiveShell({ local: copy })) return;
    throw new DatabaseAwayError(
      `The database has no live shell, and this machine has: it goes on with its own copy. Is DATABASE_URL the right one? If so, \`npx portfolio releases copy\` fills it; to begin anew, remove copy.sqlite from ${dataDir}.`,
    );
  }

  /** Releases such as `home@0123456789ab` that should be live, but whose row in the copy is damaged. */
  function damagedReleases({ live }: Snapshot): Set<string> {
    const refs = live.flatMap(refsToTry);
    return new Set(refs.filter((ref) => !findRelease({ local: copy }, ref)).map(formatRef));
  }

  async function fetchRows(
    table: LongTable,
    snapshotRows: Snapshot[LongTable],
    damaged: ReadonlySet<string> = new Set(),
  ): Promise<Row[]> {
    const copyRows = copy.read(`SELECT ${longTables[table]} FROM ${table}`);
    const unchanged = new Set(copyRows.map((row) => JSON.stringify(Object.values(row))));
    const where = tableKeys[table].map((column, at) => `${column} = $${at + 1}`).join(' AND ');
    const rows: Row[] = [];
    for (const row of snapshotRows) {
      const [name, id] = row;
      if (unchanged.has(JSON.stringify(row)) && !damaged.has(formatRef({ name, id }))) continue;
      const key = row.slice(0, tableKeys[table].length);
      rows.push(...(await database.run(`SELECT * FROM ${table} WHERE ${where}`, key)));
    }
    return rows;
  }

  /**
   * Fetches the contents of live releases, of fallbacks and, except at the first pull, of all new or changed releases, as
   * a preview is opened at once. Requests fetch the others.
   */
  async function fetchContents({ live }: Snapshot, changed: ChangedRows): Promise<void> {
    const changedReleases = new Map(
      changed.releases.map(({ name, id, description }) => [
        `${name}@${id}`,
        parseDescription(String(description), String(id)),
      ]),
    );
    for (const row of live) {
      let complete = 0;
      for (const ref of refsToTry(row)) {
        if (complete === fallbackDepth) break;
        const changedRelease = changedReleases.get(formatRef(ref));
        if (await fetchFiles(changedRelease ?? findRelease({ local: copy }, ref))) complete += 1;
      }
    }
    if (isFirstPull) return;
    for (const release of changedReleases.values()) await fetchFiles(release);
  }

  /** @returns whether this machine now has all files of the release */
  async function fetchFiles(release: Release | undefined): Promise<boolean> {
    const files = Object.entries(release?.files ?? {}).filter(([file]) => !isSourceMap(file));
    const wanted = byHash(files.map(([, ref]) => ref));
    const lacking = lackingHere({ dataDir }, wanted.keys()).flatMap(
      (hash) => wanted.get(hash) ?? [],
    );
    const fetched = await Promise.all(lacking.map(fetchNow));
    return release !== undefined && fetched.every(Boolean);
  }

  return pull;
}

function refsToTry(row: LiveRow): ReleaseRef[] {
  const ids = parseLive(row).ids.slice(0, mostTried);
  return ids.map((id) => ({ name: row.name, id }));
}

/**
 * Within a transaction of the copy: writes the snapshot.
 * @param copyNumber the change number of the copy when it was compared
 * @returns false, without a write, if the copy has another number by now
 */
function* writeCopy(snapshot: Snapshot, changed: ChangedRows, copyNumber: number): Steps<boolean> {
  const [current] = yield [selectNumber];
  if (current?.number !== copyNumber) return false;
  for (const table of shortTables) {
    yield [`DELETE FROM ${table}`];
    for (const row of snapshot[table]) yield writeRow(table, row);
  }
  for (const table of ['releases', 'pages'] as const) {
    for (const row of changed[table]) yield writeRow(table, row);
    // Rows that are not in the snapshot were pruned.
    const key = tableKeys[table];
    const keysInSnapshot = key.map((_column, at) => `value ->> ${at}`);
    yield [
      `DELETE FROM ${table} WHERE (${key}) NOT IN (SELECT ${keysInSnapshot} FROM json_each($1))`,
      [JSON.stringify(snapshot[table])],
    ];
  }
  yield ['UPDATE changes SET number = $1', [snapshot.number]];
  return true;
}
