import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type Contents, readContent } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import { isReleaseRef, printable, type Release } from '../release/release.ts';
import { changeSite, type Store } from './store.ts';
import { writeRow } from './write-row.ts';

/** How many releases of a name are in use: the live one and its fallback. Further ids are its history. */
export const fallbackDepth = 2;

/** How many ids of a name are tried, the newest first, to find as many readable ones. */
export const mostTried = 4;

/** The length of the history; older releases stay in the store. */
const mostRemembered = 4000;

export interface LiveIds {
  /** The live release, its fallback, and the history; empty if nothing is live. */
  ids: readonly string[];
  /** The `ids` before the section was retired; empty while it is live. */
  retired: readonly string[];
  /** The description of the inputs of the last deploy. */
  builtFrom?: string | undefined;
}

/** The state of an unknown name. */
export const nothingLive: LiveIds = { ids: [], retired: [] };

/** Whether a release is live or a fallback. */
export function isInUse({ ids }: LiveIds, id: string): boolean {
  return ids.slice(0, fallbackDepth).includes(id);
}

/** A row of the table `live`; both lists are JSON. */
export type LiveRow = { name: string; ids: string; retired: string; built_from: string | null };

const selectLive = 'SELECT name, ids, retired, built_from FROM live';

/** Reads what is live of every name from this machine's copy. */
export function readLive({ local }: Pick<Store, 'local'>): Map<string, LiveIds> {
  const rows = local.read<LiveRow>(`${selectLive} ORDER BY name`);
  return new Map(rows.map((row) => [row.name, parseLive(row)]));
}

/** Reads what is live of a name from this machine's copy. */
export function readLiveOf({ local }: Pick<Store, 'local'>, name: string): LiveIds {
  const [row] = local.read<LiveRow>(`${selectLive} WHERE name = $1`, [name]);
  return row ? parseLive(row) : nothingLive;
}

export function hasLiveShell(store: Pick<Store, 'local'>): boolean {
  return readLiveOf(store, 'shell').ids.length > 0;
}

/** Within a transaction: reads what is live of a name. */
export function* liveInside(name: string): Steps<LiveIds> {
  const [row] = yield [`${selectLive} WHERE name = $1`, [name]];
  return row ? parseLive(row as LiveRow) : nothingLive;
}

export function parseLive({ ids, retired, built_from: builtFrom }: LiveRow): LiveIds {
  return {
    ids: JSON.parse(ids),
    retired: JSON.parse(retired),
    builtFrom: builtFrom ?? undefined,
  };
}

/**
 * Within a transaction: replaces what is live of a name, and records when releases went out of use.
 * @param now milliseconds since 1970
 */
export function* writeLive(
  name: string,
  { ids, retired }: Pick<LiveIds, 'ids' | 'retired'>,
  now: number,
): Steps<void> {
  const before = (yield* liveInside(name)).ids.slice(0, fallbackDepth);
  yield [
    `INSERT INTO live (name, ids, retired) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET ids = excluded.ids, retired = excluded.retired`,
    [name, JSON.stringify(ids.slice(0, mostRemembered)), JSON.stringify(retired)],
  ];
  const given = ids.slice(0, fallbackDepth);
  const leave = 'UPDATE releases SET left_at = $3 WHERE name = $1 AND id = $2';
  for (const id of before.filter((each) => !given.includes(each))) yield [leave, [name, id, now]];
  for (const id of given) yield [leave, [name, id, null]];
}

/** Stores the inputs of the last deploy. */
export async function rememberBuilt(store: Store, name: string, hash: string): Promise<void> {
  await changeSite(store, function* () {
    yield [
      `INSERT INTO live (name, ids, retired, built_from) VALUES ($1, '[]', '[]', $2)
      ON CONFLICT (name) DO UPDATE SET built_from = excluded.built_from`,
      [name, hash],
    ];
  });
}

export function listNames({ local }: Pick<Store, 'local'>): string[] {
  const rows = local.read<{ name: string }>('SELECT DISTINCT name FROM releases ORDER BY name');
  return rows.map(({ name }) => name);
}

const selectDescription = 'SELECT description FROM releases WHERE name = $1 AND id = $2';

/** Finds a release, live or not; undefined if it is unknown. */
export function findRelease({ local }: Pick<Store, 'local'>, ref: ReleaseRef): Release | undefined {
  if (!isReleaseRef(ref)) return undefined;
  const [row] = local.read<{ description: string }>(selectDescription, [ref.name, ref.id]);
  return row && JSON.parse(row.description);
}

/** Within a transaction: finds a release. */
export function* releaseInside({ name, id }: ReleaseRef): Steps<Release | undefined> {
  const [row] = yield [selectDescription, [name, id]];
  return row && JSON.parse(String(row.description));
}

/** Within a transaction: writes an examined release, whose contents are stored. */
export function* writeRelease(release: Release): Steps<void> {
  const { name, id, createdAt, commit, files } = release;
  const sizes = Object.values(files).map(({ bytes }) => bytes);
  const row = {
    name,
    id,
    description: JSON.stringify(release),
    created_at: createdAt,
    commit_hash: commit,
    files: sizes.length,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
  };
  yield writeRow('releases', row);
}

/** Reads a file of a release, and compares it with its hash. @throws BrokenFileError */
export async function readReleaseFile(
  contents: Contents,
  { files }: Pick<Release, 'files'>,
  file: string,
): Promise<Buffer> {
  const ref = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!ref) throw new BrokenFileError(`${printable(file)} is none of its files`);
  return readContent(contents, ref, file);
}
