import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type Contents, readContent } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import { DatabaseUnreadableError } from '../database/database-errors.ts';
import { listOrigins } from '../release/origins.ts';
import { isReleaseRef, printable, type Release } from '../release/release.ts';
import { siteSchema } from './schema.ts';
import { changeSite, type Store } from './store.ts';

/** How many ids of a name pages can get: the live release and the one they fall back to. The others are its history. */
export const fallbackDepth = 2;

/** Older ones are in the store, but no longer remembered as having been live. */
const mostRemembered = 4000;

/** What is live of a name. */
export interface LiveIds {
  /** The live release first, then the one to fall back to; empty when nothing is live. */
  ids: readonly string[];
  /** What `ids` was when the section was retired; empty while it is live. */
  retired: readonly string[];
  /** A hash of the sources that it was last deployed from. */
  builtFrom: string | undefined;
}

/** Of a name that is not there nothing is live. */
export const nothingLive: LiveIds = { ids: [], retired: [], builtFrom: undefined };

type LiveRow = { name: string; ids: string; retired: string; built_from: string | null };

/** What is live of every name, by this machine. */
export function readLive({ local }: Pick<Store, 'local'>): Map<string, LiveIds> {
  const rows = local.read<LiveRow>(selectLive);
  return new Map(rows.map((row) => [row.name, parseLive(row)]));
}

/** The same of one name. */
export function readLiveOf(store: Pick<Store, 'local'>, name: string): LiveIds {
  return readLive(store).get(name) ?? nothingLive;
}

const selectLive = 'SELECT name, ids, retired, built_from FROM live ORDER BY name';

function parseLive({ name, ids, retired, built_from: builtFrom }: LiveRow): LiveIds {
  try {
    return {
      ids: JSON.parse(ids),
      retired: JSON.parse(retired),
      builtFrom: builtFrom ?? undefined,
    };
  } catch (cause) {
    throw new DatabaseUnreadableError(
      `What is live of ${name} cannot be read in the database. ${siteSchema.repair}`,
      { cause },
    );
  }
}

/** Within a transaction: what is live of a name. */
export function* liveInside(name: string): Steps<LiveIds> {
  const [row] = yield ['SELECT name, ids, retired, built_from FROM live WHERE name = $1', [name]];
  return row ? parseLive(row as LiveRow) : nothingLive;
}

/**
 * Within a transaction: replaces what is live of a name, and notes when releases were given to new pages
 * for the last time.
 * @param now in milliseconds since 1970
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

/** Notes what a name was last deployed from. */
export async function rememberBuilt(store: Store, name: string, hash: string): Promise<void> {
  await changeSite(store, function* () {
    yield [
      `INSERT INTO live (name, ids, retired, built_from) VALUES ($1, '[]', '[]', $2)
      ON CONFLICT (name) DO UPDATE SET built_from = excluded.built_from`,
      [name, hash],
    ];
  });
}

/** The names that have releases. */
export function listNames({ local }: Pick<Store, 'local'>): string[] {
  const rows = local.read<{ name: string }>('SELECT DISTINCT name FROM releases ORDER BY name');
  return rows.map(({ name }) => name);
}

/** A release of the store, live or not; nothing when there is none. */
export function findRelease({ local }: Pick<Store, 'local'>, ref: ReleaseRef): Release | undefined {
  if (!isReleaseRef(ref)) return undefined;
  const [row] = local.read<{ description: string }>(
    'SELECT description FROM releases WHERE name = $1 AND id = $2',
    [ref.name, ref.id],
  );
  return row && parseDescription(row.description);
}

/** Of a row that a disk has damaged there is no release. */
function parseDescription(text: string): Release | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Within a transaction: whether there is such a release. */
export function* isInside({ name, id }: ReleaseRef): Steps<boolean> {
  return (yield ['SELECT id FROM releases WHERE name = $1 AND id = $2', [name, id]]).length > 0;
}

/** Within a transaction: adds a release. It was examined before, and its contents are there. */
export function* insertRelease(release: Release): Steps<void> {
  const { name, id, createdAt, commit, origins, files } = release;
  const sizes = Object.values(files).map(({ bytes }) => bytes);
  yield [
    `INSERT INTO releases (name, id, description, created_at, commit_hash, origins, files, bytes)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      name,
      id,
      JSON.stringify(release),
      createdAt,
      commit,
      listOrigins(origins).join(' '),
      sizes.length,
      sizes.reduce((sum, bytes) => sum + bytes, 0),
    ],
  ];
}

/** One file of a release, compared with its hash. @throws BrokenFileError */
export async function readReleaseFile(
  contents: Contents,
  { files }: Pick<Release, 'files'>,
  file: string,
): Promise<Buffer> {
  const ref = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!ref) throw new BrokenFileError(`${printable(file)} is none of its files`);
  return readContent(contents, ref, file);
}
