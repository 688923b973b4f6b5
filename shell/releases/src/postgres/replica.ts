import { readdir } from 'node:fs/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { removeTree, replaceFile } from '../folder/files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { mostTried } from '../live/live-releases.ts';
import {
  fallbackDepth,
  idsIn,
  mostPointerBytes,
  pointerFile,
  readPointer,
  readRetired,
  rememberPointer,
  rememberRetired,
  writePointer,
} from '../live/pointer.ts';
import {
  mostPageBytes,
  pageFilesOf,
  removePages,
  writePages,
} from '../markup/prerendered-pages.ts';
import { readRelease } from '../release/read-release.ts';
import { releaseId } from '../release/release.ts';
import { clearStaging, releaseFolder, type Store, sectionFolder } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import { DatabaseAwayError } from './errors.ts';
import { fetchRelease, type Source, sweepContents } from './fetch-release.ts';
import { type Change, changesOfNames } from './releases.ts';

/** At most once in this time: a replica that keeps breaking has a bad disk. */
const mendAgainMs = 60_000;

/** The database is asked for unknown ids this often at most. */
const lookAgainMs = 250;

/** Broken files of the disk are replaced, though nothing has changed. */
const lookAtAllMs = 60_000;

type Tell = (facts: object, what: string) => void;

/**
 * Keeps this machine's replica.
 * @param isAway whether the database is known to be away: then it is not waited for
 */
export function openReplica(source: Source, log: Tell, isAway: () => boolean) {
  const { run, copy } = source;
  const known = new Map<string, Followed>();
  const fetching = new Map<string, Promise<boolean>>();
  const inOrder = pLimit(2);
  const mended = new LRUCache<string, true>({ max: 1000, ttl: mendAgainMs });
  /** Names that this machine could not follow, and why. */
  const behind = new Map<string, string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookedAtAll = Number.NEGATIVE_INFINITY;

  /** @param isBroken one that is here already is exchanged */
  function fetchOnce(ref: ReleaseRef, isBroken = false): Promise<boolean> {
    const key = `${ref.name}@${ref.id}`;
    const isEnough = async () => !isBroken && (await isHere(ref));
    const underWay =
      fetching.get(key) ??
      inOrder(async () => (await isEnough()) || fetchRelease(source, ref)).finally(() =>
        fetching.delete(key),
      );
    fetching.set(key, underWay);
    return underWay;
  }

  const isHere = async ({ name, id }: ReleaseRef) =>
    (await readRelease(copy, name, id)) !== undefined;

  async function pull(name: string): Promise<void> {
    const following = { run, copy, fetch: fetchOnce, log };
    const found = await followName(following, name, known.get(name)?.ids);
    if (found) known.set(name, found);
    behind.delete(name);
  }

  /** A fault of one name does not stop the others. */
  async function follow(changes: readonly Change[]): Promise<void> {
    const isTimeForAll = performance.now() - lookedAtAll > lookAtAllMs;
    for (const { name, changed } of changes)
      if (isTimeForAll || known.get(name)?.changed !== changed)
        await pull(name).catch((error) => noteBehind(name, error));
    if (!isTimeForAll) return;
    await clearStaging(copy, new Date());
    await sweepContents(copy);
    lookedAtAll = performance.now();
  }

  function noteBehind(name: string, error: Error): void {
    if (error instanceof DatabaseAwayError) throw error;
    if (behind.get(name) !== error.message)
      log({ name, reason: error.message }, 'A name cannot be followed');
    behind.set(name, error.message);
  }

  const pullChanged = async () => follow(await run<Change>(changesOfNames));

  /** A page from another machine may ask for what this one has not heard of yet. */
  async function lookAgain(): Promise<void> {
    if (isAway() || performance.now() - lookedAt < lookAgainMs) return;
    lookedAt = performance.now();
    await pullChanged();
  }

  return {
    follow,
    pull: (name?: string) => (name === undefined ? pullChanged() : pull(name)),

    /** Ids can be made up: for unknown ones the database is asked now and then. */
    async fetch(ref: ReleaseRef): Promise<boolean> {
      if (await isHere(ref)) return true;
      const isKnown = () => known.get(ref.name)?.ids.has(ref.id) === true;
      if (!isKnown()) await lookAgain();
      return isKnown() && fetchOnce(ref);
    },

    fetchPages: (ref: ReleaseRef) => layPages(source, ref, new Map()),

    async mend(ref: ReleaseRef): Promise<boolean> {
      const key = `${ref.name}@${ref.id}`;
      if (mended.has(key)) return false;
      mended.set(key, true);
      const isMended = await fetchOnce(ref, true).catch(() => false);
      if (isMended) log({ release: key }, 'The copy of a release was broken, and is exchanged');
      return isMended;
    },

    /** Why this machine is behind, of the first name it cannot follow. */
    behind: () => behind.values().next().value,
  };
}

/** What it takes to follow a name. */
interface Following extends Source {
  fetch: (ref: ReleaseRef) => Promise<boolean>;
  log: Tell;
}

/** How far a name was followed. */
interface Followed {
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
async function followName(
  following: Following,
  name: string,
  before: ReadonlySet<string> | undefined,
): Promise<Followed | undefined> {
  const { run, copy } = following;
  return withStoreLock(copy, name, async () => {
    const [row] = await run<{ ids: string; retired: string; changed: number }>(
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
    for (const id of live.slice(0, fallbackDepth))
      await layPages(following, { name, id }, await pageFilesOf(copy, { name, id }));
    const retired = idsIn(row.retired) ?? [];
    if ((await readRetired(copy, name)).join() !== retired.join())
      await rememberRetired(copy, name, retired);
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

/** Lays the pages of a release into the replica, beside those that are here. */
async function layPages(
  { run, copy }: Source,
  { name, id }: ReleaseRef,
  here: ReadonlyMap<string, unknown>,
): Promise<void> {
  const listed = await run<{ layout: string }>(
    'SELECT frame AS layout FROM pages WHERE name = $1 AND id = $2',
    [name, id],
  );
  for (const { layout } of listed.filter((page) => !here.has(page.layout))) {
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

/** Nothing when the database has something else in the place of a list. */
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
  if (before?.join() === pointer?.join()) return;
  if (pointer) return writePointer(copy, name, [...pointer]);
  if (before?.length) await rememberPointer(copy, name, before);
  await replaceFile(pointerFile(copy, name), 'broken in the database');
}
