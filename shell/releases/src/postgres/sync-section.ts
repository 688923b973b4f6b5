import { createHash } from 'node:crypto';
import { copyFile, link, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { fsync, replaceFile, writeDurably } from '../folder/durable.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { removeTree } from '../folder/remove-tree.ts';
import { mostTried } from '../live/live-releases.ts';
import {
  fallbackDepth,
  idsIn,
  mostPointerBytes,
  pointerFile,
  readPointer,
  rememberPointer,
  writePointer,
} from '../live/pointer.ts';
import { readRetired, rememberRetired } from '../live/retire.ts';
import {
  mostPageBytes,
  pageFilesOf,
  removePages,
  writePages,
} from '../markup/prerendered-pages.ts';
import { hashApart } from '../release/fingerprint.ts';
import { checkDescription } from '../release/read-release.ts';
import { most, type Release, releaseId } from '../release/release.ts';
import { makeStagingFolder, releaseFolder, type Store, sectionFolder } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import { DatabaseAwayError } from './errors.ts';
import type { Run } from './pool.ts';

/** What it takes to follow a name. */
export interface Following {
  run: Run;
  /** This machine's copy. */
  copy: Store;
  /** Lays a release into the replica, unless it is there. */
  fetch: (ref: ReleaseRef) => Promise<boolean>;
  log: (facts: object, message: string) => void;
}

/** What the database says of a name. */
interface Row {
  ids: string;
  retired: string;
  changed: number;
}

/** How far a name was followed. */
export interface Followed {
  /** The releases there are. */
  ids: Set<string>;
  changed: number;
}

/**
 * Makes this machine's copy of a name what the database says: first what is going to be served is
 * there, on the disk and compared with its hashes, then the pointer changes by one rename.
 * @param before the releases that were known the last time
 * @returns nothing when there is no such name
 */
export async function followName(
  following: Following,
  name: string,
  before: ReadonlySet<string> | undefined,
): Promise<Followed | undefined> {
  const { run, copy } = following;
  return withStoreLock(copy, name, async () => {
    const [row] = await run<Row>(
      `SELECT left(ids, $2) AS ids, left(retired, $2) AS retired, changed
      FROM sections WHERE name = $1`,
      [name, mostPointerBytes],
    );
    if (!row) return undefined;
    const there = await run<{ id: string }>('SELECT id FROM releases WHERE name = $1', [name]);
    const ids = new Set(there.map(({ id }) => id));
    const pointer = idsIn(row.ids);
    const live = pointer ?? [];
    await refuseOther(copy, name, pointer);
    await fetchLive(following, name, live);
    // Previews too: their makers open them at once.
    for (const id of before ? ids : [])
      if (!before?.has(id)) await following.fetch({ name, id }).catch(ignoreBroken);
    await followPages(following, name, live.slice(0, fallbackDepth));
    const retired = idsIn(row.retired) ?? [];
    if (!isSame(await readRetired(copy, name), retired)) await rememberRetired(copy, name, retired);
    await followPointer(copy, name, pointer);
    await dropGone(copy, name, ids);
    return { ids, changed: row.changed };
  });
}

/** What is broken in the database is passed over for the release before, as in a folder. */
async function fetchLive({ fetch, log }: Following, name: string, pointer: readonly string[]) {
  let whole = 0;
  for (const id of pointer.slice(0, mostTried)) {
    if (whole === fallbackDepth) return;
    try {
      if (await fetch({ name, id })) whole += 1;
    } catch (error) {
      ignoreBroken(error);
      const { message } = error as Error;
      log({ release: `${name}@${id}`, reason: message }, 'A release is broken in the database');
    }
  }
}

function ignoreBroken(error: unknown): void {
  if (!(error instanceof BrokenFileError)) throw error;
}

async function followPages({ run, copy }: Following, name: string, ids: readonly string[]) {
  const listed = await run<{ id: string; layout: string }>(
    'SELECT id, frame AS layout FROM pages WHERE name = $1 AND id = ANY($2)',
    [name, ids],
  );
  for (const { id, layout } of listed) {
    if ((await pageFilesOf(copy, { name, id })).has(layout)) continue;
    const [row] = await run<{ content: string }>(
      'SELECT left(content, $4) AS content FROM pages WHERE name = $1 AND id = $2 AND frame = $3',
      [name, id, layout, mostPageBytes],
    );
    if (row) await writePages(copy, { name, id, layout }, row.content);
  }
}

/** Removes what was pruned on any machine. */
async function dropGone(copy: Store, name: string, ids: ReadonlySet<string>): Promise<void> {
  for (const id of await readdir(sectionFolder(copy, name))) {
    if (!releaseId.safeParse(id).success || ids.has(id)) continue;
    await removeTree(releaseFolder(copy, name, id));
    await removePages(copy, { name, id });
  }
}

/** A list of ids; nothing when the database has something else in its place. */
type Pointer = readonly string[] | undefined;

/**
 * A shell cannot be retired, so a database without one is the wrong one, or empty.
 * @throws DatabaseAwayError
 */
async function refuseOther(copy: Store, name: string, pointer: Pointer): Promise<void> {
  if (name !== 'shell' || pointer?.length !== 0) return;
  const [live] = await readPointer(copy, name).catch(() => []);
  if (live)
    throw new DatabaseAwayError(
      `The database has no live shell, and this machine has: it goes on with its own copy. Is DATABASE_URL the right one? If so, \`npm run releases -- copy\` fills it; to begin anew, remove ${copy.folder}.`,
    );
}

/**
 * This machine's pointer becomes the one of the database. A broken pointer is copied as it is: what was
 * live last goes on and the fault is reported, as with a folder.
 */
async function followPointer(copy: Store, name: string, pointer: Pointer): Promise<void> {
  const before = await readPointer(copy, name).catch(() => undefined);
  if (isSame(before, pointer)) return;
  if (pointer) return writePointer(copy, name, [...pointer]);
  if (before?.length) await rememberPointer(copy, name, before);
  await replaceFile(pointerFile(copy, name), 'broken in the database');
}

/** Whether two lists of ids are the same, or both are none. */
function isSame(some: Pointer, others: Pointer): boolean {
  return (
    some?.length === others?.length &&
    (some ?? []).every((id, position) => id === others?.[position])
  );
}

/** Contents of this machine by their hash; the folders of releases have links to them. */
export const contentsFolder = '.files';

/** Where releases come from, and where they go. */
interface Source {
  run: Run;
  /** For contents, which take long over a slow connection. */
  runLong: Run;
  copy: Store;
}

/**
 * Lays a release into this machine's copy: every content compared with its hash, on the disk, and then
 * there by one rename.
 * @returns false when there is no such release
 * @throws BrokenFileError when the database has something else than the release lists
 */
export async function fetchRelease(
  { run, runLong, copy }: Source,
  ref: ReleaseRef,
): Promise<boolean> {
  const [row] = await run<{ description: string }>(
    'SELECT left(description, $3) AS description FROM releases WHERE name = $1 AND id = $2',
    [ref.name, ref.id, most.descriptionBytes],
  );
  if (!row) return false;
  const release = checkDescription(Buffer.from(row.description), ref);
  const staging = await makeStagingFolder(copy, ref.name);
  try {
    await layFiles(runLong, copy, release, staging);
    await writeDurably(path.join(staging, 'release.json'), row.description);
    await fsync(staging);
    await exchange(staging, releaseFolder(copy, ref.name, ref.id));
    return true;
  } finally {
    await removeTree(staging);
  }
}

/** The same step removes a broken one. */
async function exchange(staging: string, folder: string): Promise<void> {
  const before = `${staging}-before`;
  await rename(folder, before).catch(() => {});
  await rename(staging, folder);
  await fsync(path.dirname(folder));
  await removeTree(before);
}

async function layFiles(run: Run, copy: Store, release: Release, staging: string): Promise<void> {
  const folders = new Set([staging]);
  await mkdir(path.join(copy.folder, contentsFolder), { recursive: true });
  for (const [file, place] of Object.entries(release.files)) {
    const target = path.join(staging, file);
    await mkdir(path.dirname(target), { recursive: true });
    folders.add(path.dirname(target));
    const kept = contentFile(copy, place.integrity);
    if (!(await isKept(kept, place.integrity))) await fetchContent(run, kept, place, file);
    // A disk without hard links stores it twice.
    await link(kept, target).catch(() => copyFile(kept, target));
    await link(`${kept}.br`, `${target}.br`).catch(() => {});
  }
  for (const folder of folders) await fsync(folder);
}

async function isKept(kept: string, integrity: string): Promise<boolean> {
  const content = await readFile(kept).catch(() => undefined);
  return content !== undefined && (await hashApart(content)) === integrity;
}

async function fetchContent(
  run: Run,
  kept: string,
  { bytes, integrity }: Release['files'][string],
  file: string,
): Promise<void> {
  const [row] = await run<{ content: Buffer; brotli: Buffer | null }>(
    `SELECT content, brotli FROM files WHERE integrity = $1
    AND octet_length(content) = $2 AND coalesce(octet_length(brotli), 0) <= $2`,
    [integrity, bytes],
  );
  if (!row || (await hashApart(row.content)) !== integrity)
    throw new BrokenFileError(file, `${file} is not what release.json lists`);
  // The copy first: a content that is there counts as whole.
  if (row.brotli) await replaceFile(`${kept}.br`, row.brotli);
  await replaceFile(kept, row.content);
}

/** The hash as a file can be called. */
function contentFile({ folder }: Store, integrity: string): string {
  return path.join(folder, contentsFolder, createHash('sha256').update(integrity).digest('hex'));
}

/** One that was fetched a moment ago may wait for its link. */
const youngMs = 60 * 60_000;

/** Removes the contents to which no release of this machine has a link any more. */
export async function sweepContents(copy: Store): Promise<void> {
  const folder = path.join(copy.folder, contentsFolder);
  for (const entry of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, entry);
    const found = await lstat(file).catch(() => undefined);
    if (found && found.nlink === 1 && Date.now() - found.ctimeMs > youngMs)
      await rm(file, { force: true });
  }
}
