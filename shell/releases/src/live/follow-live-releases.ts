import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { DatabaseAwayError, type Statements } from '../database/database.ts';
import { BrokenFileError, unlessBroken } from '../release/files.ts';
import { formatRef, type ReleaseRef } from '../release/release.ts';
import type { LoadedRelease, Releases } from '../store/release-cache.ts';
import { fallbackDepth, readLive, type Store } from '../store/store.ts';
import { assembleSet, type LiveName, type LiveSet } from './live-set.ts';

export type LiveReleases = Awaited<ReturnType<typeof followLiveReleases>>;

/** How often to look for changes. */
const lookMs = 500;

/** The live id of each name, and the one before. */
type InUse = [name: string, ids: readonly string[]][];

/** What the database says of all releases at one moment. */
interface Facts {
  live: InUse;
  /** All releases, such as `home@0123456789ab`. */
  known: string[];
}

/**
 * Keeps what is live in memory, and looks for changes twice a second, so that requests touch no database. What was
 * read is written beside the cache, to start with when the database is away.
 */
export async function followLiveReleases(store: Store, log: Pick<Console, 'info' | 'error'>) {
  const inTurn = pLimit(1);
  const snapshot = path.join(store.dataDir, 'live.json');
  const unfinished = `${snapshot}.${crypto.randomUUID()}.tmp`;
  const kept = readFile(snapshot, 'utf8').then(JSON.parse);
  let facts: Facts = await kept.catch(() => ({ live: [], known: [] }));
  /** The number of changes that this process has seen, and the snapshot has. */
  let seen: number | undefined;
  let names: readonly LiveName[] = [];
  let set: LiveSet | undefined;
  /** Why the last look failed, if it did. */
  let failure: string | undefined;
  /** The look since the last tick that requests of unknown releases caused. */
  let askedFor: Promise<void> | undefined;

  const isKnown = (ref: ReleaseRef) => facts.known.includes(formatRef(ref));

  /** Sees what was changed before. */
  const look = () => inTurn(() => lookNow().catch(reportFailure));

  async function lookNow(): Promise<void> {
    const [row] = await store.database.run<{ number: number }>('SELECT number FROM changes');
    const isChanged = row?.number !== seen;
    if (isChanged) {
      const rows = await store.database.run<ReleaseRef>('SELECT name, id FROM releases');
      const latest = { live: await readInUse(store.database), known: rows.map(formatRef) };
      if (hasShell(facts) && !hasShell(latest))
        throw new DatabaseAwayError(
          `The database has no live shell, and this machine has: it goes on with its own. Is it the right one? If so, \`npx portfolio releases copy\` or \`npx portfolio deploy --changed\` fills it; to begin anew, remove ${snapshot}.`,
        );
      facts = latest;
    }
    await openAll();
    if (isChanged) {
      await store.releases.keepOnly(isKnown);
      // A power cut leaves the one before, or this one.
      await writeFile(unfinished, JSON.stringify(facts), { mode: 0o600, flush: true });
      await rename(unfinished, snapshot);
      seen = row?.number;
    }
    if (failure) log.info({}, 'What is live can be followed again');
    failure = undefined;
  }

  /** Opens what should be live, also what was broken or has broken since. */
  async function openAll(): Promise<void> {
    const found = (await readNames(store.releases, facts.live)).map((now) => {
      const before = names.find(({ name }) => name === now.name);
      const isLost = now.releases.length === 0 && now.faults.length > 0;
      // If no release of a name is readable any more, those in memory stay live.
      return before && isLost ? { ...now, releases: before.releases } : now;
    });
    const isSame = keyOfNames(found) === keyOfNames(names);
    names = found;
    if (isSame) return;
    set = assembleSet(found);
    if (set) log.info({ live: set.key }, 'Live releases');
    const faults = found.flatMap((each) => each.faults);
    if (faults.length > 0) log.error({ faults }, 'This should be live and cannot be');
  }

  async function reportFailure(error: Error): Promise<void> {
    if (failure !== error.message)
      log.error({ reason: error.message }, 'What is live cannot be followed, and stays as it was');
    failure = error.message;
    if (!set) await openAll().catch(() => {});
  }

  store.onChanged.add(look);
  const timer = setInterval(() => {
    // A database that is away keeps a look waiting.
    if (inTurn.activeCount > 0) return;
    askedFor = undefined;
    void look();
  }, lookMs).unref();
  await look();

  return {
    /** The live set, the same object until it changes; undefined without a shell. */
    current: async () => set,
    /** Finds any release of the store, live or not; undefined for an unknown and for a broken one. */
    async find(ref: ReleaseRef) {
      // Visitors can invent releases: between two ticks all requests together cause one look, and none while looks fail.
      if (!isKnown(ref) && !failure) {
        askedFor ??= look();
        await askedFor;
      }
      if (!isKnown(ref)) return undefined;
      return store.releases.open(ref).catch(unlessBroken);
    },
    /** A sentence that says why the live set may be out of date, but for its own faults; undefined if it is not. */
    trouble: () => failure ?? (set ? undefined : names.flatMap(({ faults }) => faults)[0]),
    /** Looks no more. */
    async close() {
      clearInterval(timer);
      store.onChanged.delete(look);
      await inTurn(() => {});
    },
  };
}

async function readInUse(tx: Statements): Promise<InUse> {
  return [...(await readLive(tx))].map(([name, { ids }]) => [name, ids.slice(0, fallbackDepth)]);
}

function hasShell({ live }: Facts): boolean {
  return live.some(([name, [id]]) => name === 'shell' && id);
}

function keyOfNames(names: readonly LiveName[]): string {
  return JSON.stringify(names.map(({ releases, faults }) => [releases.map(formatRef), faults]));
}

/** What is live by the rows of a store, or of a transaction of it, without fallbacks; undefined without a shell. */
export async function readLiveSet(
  { releases, database }: Pick<Store, 'releases' | 'database'>,
  tx: Statements = database,
): Promise<LiveSet | undefined> {
  return assembleSet(await readNames(releases, await readInUse(tx), 1));
}

/** Opens all live releases and their fallbacks. @returns a sentence for each broken one */
export async function findFaults({ releases, database }: Store): Promise<string[]> {
  const names = await readNames(releases, await readInUse(database));
  return names.flatMap(({ faults }) => faults);
}

/** Opens the live release of each name and its fallback, at most so many; skips broken ones. */
function readNames({ open }: Pick<Releases, 'open'>, live: InUse, most = fallbackDepth) {
  return Promise.all(
    live.map(async ([name, ids]): Promise<LiveName> => {
      const releases: LoadedRelease[] = [];
      const faults: string[] = [];
      for (const id of ids) {
        if (releases.length === most) break;
        try {
          releases.push(await open({ name, id }));
        } catch (error) {
          if (!(error instanceof BrokenFileError)) throw error;
          faults.push(`${name}@${id}: ${error.message}`);
        }
      }
      return { name, releases, faults };
    }),
  );
}
