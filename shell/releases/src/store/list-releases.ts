import { checkContent } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import { isSourceMap, type Release } from '../release/release.ts';
import {
  fallbackDepth,
  findRelease,
  type LiveIds,
  liveInside,
  nothingLive,
  readLive,
} from './release-rows.ts';
import type { Store } from './store.ts';
import { readFailures } from './visit-records.ts';

export interface ListedRelease {
  name: string;
  id: string;
  is: 'live' | 'previous' | 'older' | 'rolled back' | 'retired' | 'preview';
  createdAt: string;
  commit: string;
  bytes: number;
  /** The requested origins, such as `connect=https://api.example.com`. */
  origins: string[];
  failed: number;
}

type ReleaseRow = {
  name: string;
  id: string;
  created_at: string;
  commit_hash: string;
  origins: string;
  bytes: number;
  left_at: number | null;
};

/** Lists the releases of a name, or of all names, the newest first. */
export async function listReleases(store: Store, name?: string): Promise<ListedRelease[]> {
  const rows = store.local.read<ReleaseRow>(
    `SELECT name, id, created_at, commit_hash, origins, bytes, left_at FROM releases
    WHERE $1 = '' OR name = $1 ORDER BY name, created_at DESC, id`,
    [name ?? ''],
  );
  const live = readLive(store);
  const failures = await readFailures(store, name);
  return rows.map((row) => ({
    name: row.name,
    id: row.id,
    is: placeOf(row, live.get(row.name)),
    createdAt: row.created_at,
    commit: row.commit_hash,
    bytes: row.bytes,
    origins: row.origins.split(' ').filter(Boolean),
    failed: failures.get(`${row.name}@${row.id}`) ?? 0,
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

/** Even the smallest file takes a block of the disk. */
export const blockBytes = 4096;

/** The bytes of a section for its quota, counting shared contents for each release. */
export interface StoredBytes {
  all: number;
  /** The bytes of releases that were never live. */
  previews: number;
  /** Whether the release is stored already. */
  isKnown: boolean;
}

/** Within a transaction: sums the releases of a section with their pages. */
export function* storedBytes(section: string, id: string): Steps<StoredBytes> {
  const live = yield* liveInside(section);
  const rows = (yield [
    `SELECT id, left_at, bytes + ${blockBytes} * files + COALESCE((
      SELECT CAST(SUM(LENGTH(content)) AS BIGINT) FROM pages
      WHERE pages.name = releases.name AND pages.id = releases.id), 0) AS stored
    FROM releases WHERE name = $1`,
    [section],
  ]) as (Pick<ReleaseRow, 'id' | 'left_at'> & { stored: number })[];
  const sum = (some: typeof rows) => some.reduce((bytes, { stored }) => bytes + stored, 0);
  return {
    all: sum(rows),
    previews: sum(rows.filter((row) => placeOf(row, live) === 'preview')),
    isKnown: rows.some((row) => row.id === id),
  };
}

/** Checks all contents of live releases and their fallbacks. @returns a sentence for each fault */
export async function findFaults(store: Store): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, { ids }] of readLive(store)) {
    for (const id of ids.slice(0, fallbackDepth)) {
      const release = findRelease(store, { name, id });
      const found = release
        ? await faultsOfFiles(store, release)
        : ['should be live and is missing'];
      faults.push(...found.map((fault) => `${name}@${id}: ${fault}`));
    }
  }
  return faults;
}

const mostNamed = 10;

/** Compares the files of a release that visitors get with their hashes, and repairs them if possible. */
export async function faultsOfFiles(
  store: Store,
  { files }: Pick<Release, 'files'>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [file, ref] of Object.entries(files)) {
    if (isSourceMap(file)) continue;
    await checkContent(store, ref, file).catch((error) => {
      if (!(error instanceof BrokenFileError)) throw error;
      faults.push(error.message);
    });
    if (faults.length === mostNamed) break;
  }
  return faults;
}
