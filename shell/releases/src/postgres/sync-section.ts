import { readdir } from 'node:fs/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { replaceFile } from '../folder/durable.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { removeTree } from '../folder/remove-tree.ts';
import { mostTried } from '../live/live-releases.ts';
import {
  idsIn,
  mostPointerBytes,
  pointerFile,
  readPointer,
  rememberPointer,
  writePointer,
} from '../live/pointer.ts';
import { fallbackDepth } from '../live/replaced-at.ts';
import { readRetired, rememberRetired } from '../live/retire.ts';
import {
  mostPageBytes,
  pageFilesOf,
  removePages,
  writePages,
} from '../markup/prerendered-pages.ts';
import { releaseId } from '../release/release.ts';
import { releaseFolder, type Store, sectionFolder } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import { DatabaseAwayError } from './errors.ts';
import type { Run } from './pool.ts';

/** What it takes to follow a name. */
export interface Following {
  run: Run;
  /** This machine's copy. */
  copy: Store;
  /** Has a release in it, unless it is there. */
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
    // A preview is opened at once by its maker.
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
  const listed = await run<{ id: string; frame: string }>(
    'SELECT id, frame FROM pages WHERE name = $1 AND id = ANY($2)',
    [name, ids],
  );
  for (const { id, frame } of listed) {
    if ((await pageFilesOf(copy, { name, id })).has(frame)) continue;
    const [row] = await run<{ content: string }>(
      'SELECT left(content, $4) AS content FROM pages WHERE name = $1 AND id = $2 AND frame = $3',
      [name, id, frame, mostPageBytes],
    );
    if (row) await writePages(copy, { name, id, frame }, row.content);
  }
}

/** What was pruned, on whichever machine. */
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
 * A site without a shell is none, and a shell cannot be retired: this is the wrong database, or an empty one.
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
 * This machine's pointer becomes the one of the database. What is broken there is broken here, too:
 * what was live last goes on then, and who looks is told, as with a folder.
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
