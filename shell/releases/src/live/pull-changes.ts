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
  parseLive,
} from '../store/release-rows.ts';
import { noteRewritten, type Store } from '../store/store.ts';
import { writeRow } from '../store/write-row.ts';

/**
 * The database at one moment: all rows of short tables, and of each release what changes of its row, so that rows can
 * be compared.
 */
interface Snapshot {
  number: number;
  live: LiveRow[];
  tokens: Row[];
  releases: [name: string, id: string, leftAt: number | null][];
}

/** One statement, so that all rows are of one moment. */
const selectSnapshot = `SELECT
  (SELECT number FROM changes) AS number,
  (SELECT coalesce(json_agg(live), '[]') FROM live) AS live,
  (SELECT coalesce(json_agg(tokens), '[]') FROM tokens) AS tokens,
  (SELECT coalesce(json_agg(json_build_array(name, id, left_at)), '[]') FROM releases) AS releases`;

const shortTables = ['live', 'tokens'] as const;
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
    const changed = await fetchReleases(snapshot);
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

  /** Fetches the rows of new and changed releases. */
  async function fetchReleases(snapshot: Snapshot): Promise<Row[]> {
    const copyRows = copy.read('SELECT name, id, left_at FROM releases');
    const unchanged = new Set(copyRows.map((row) => JSON.stringify(Object.values(row))));
    const rows: Row[] = [];
    for (const row of snapshot.releases) {
      const [name, id] = row;
      if (unchanged.has(JSON.stringify(row))) continue;
      const found = 'SELECT * FROM releases WHERE name = $1 AND id = $2';
      rows.push(...(await database.run(found, [name, id])));
    }
    return rows;
  }

  /**
   * Fetches the contents of live releases, of fallbacks and, except at the first pull, of all new or changed releases, as
   * a preview is opened at once. Requests fetch the others.
   */
  async function fetchContents({ live }: Snapshot, changed: readonly Row[]): Promise<void> {
    const changedReleases = new Map<string, Release>(
      changed.map(({ name, id, description }) => [
        `${name}@${id}`,
        JSON.parse(String(description)),
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
function* writeCopy(
  snapshot: Snapshot,
  changed: readonly Row[],
  copyNumber: number,
): Steps<boolean> {
  const [current] = yield [selectNumber];
  if (current?.number !== copyNumber) return false;
  for (const table of shortTables) {
    yield [`DELETE FROM ${table}`];
    for (const row of snapshot[table]) yield writeRow(table, row);
  }
  for (const row of changed) yield writeRow('releases', row);
  // Releases that are not in the snapshot were pruned.
  yield [
    `DELETE FROM releases WHERE (name, id) NOT IN
      (SELECT value ->> 0, value ->> 1 FROM json_each($1))`,
    [JSON.stringify(snapshot.releases)],
  ];
  yield ['UPDATE changes SET number = $1', [snapshot.number]];
  return true;
}
