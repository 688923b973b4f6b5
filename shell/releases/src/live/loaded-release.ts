import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import { BrokenFileError } from '../contents/integrity.ts';
import { DatabaseError } from '../database/database-errors.ts';
import { isReleaseRef, type Release, releaseBase, templateFile } from '../release/release.ts';
import { readTexts, type Texts } from '../release/release-texts.ts';
import { faultsOfFiles } from '../store/list-releases.ts';
import { findRelease, readReleaseFile } from '../store/release-rows.ts';
import type { Logger, Store } from '../store/store.ts';

/** A release with its address and what the server reads of it. */
export interface LoadedRelease extends Release {
  /** The address of its files, with a slash at the end. */
  base: string;
  /** By language; those of a section stand below its own name. */
  texts: Texts;
  /** The content of one of its files; nothing when it has no such file, or not that content. */
  read(file: string): Promise<Buffer | undefined>;
}

/** Read with the shell, so that later damage does not matter: its documents are made of them. */
const shellFiles = [templateFile, 'owner.json'];

/**
 * Reads one release of the store with its texts.
 * @throws BrokenFileError that says why it cannot be live
 */
export async function loadRelease(store: Store, ref: ReleaseRef): Promise<LoadedRelease> {
  const release = findRelease(store, ref);
  if (!release)
    throw new BrokenFileError(
      'is not in the store, or its description is damaged. A deploy of the same sources brings it back',
    );
  return loadContent(store, release);
}

/**
 * The same of a release that is not in the store yet: its contents are.
 * @throws BrokenFileError
 */
export async function loadContent(store: Store, release: Release): Promise<LoadedRelease> {
  const texts = await readTexts(store, release);
  const kept = new Map<string, Buffer>();
  const early = release.name === 'shell' ? shellFiles : [];
  for (const file of early.filter((each) => Object.hasOwn(release.files, each)))
    kept.set(file, await readReleaseFile(store, release, file));
  return {
    ...release,
    base: releaseBase(release),
    texts,
    async read(file) {
      return kept.get(file) ?? readReleaseFile(store, release, file).catch(() => undefined);
    },
  };
}

/** The releases of a store, each read once. */
export interface ReleaseCache {
  /** Nothing when there is no such release, or a broken one: then the log says once why. */
  find(ref: ReleaseRef): Promise<LoadedRelease | undefined>;
  /** The same for what should be live. @throws BrokenFileError */
  examine(ref: ReleaseRef): Promise<LoadedRelease>;
  /** Counts a release as broken until each of its files is whole again. */
  refuse(ref: ReleaseRef, reason: string): void;
  /** Reads broken ones again when they are asked for: a deploy of the same content repairs them. */
  retryBroken(): void;
}

/** Descriptions and texts: room for many more releases than are live. */
const mostBytes = 32 * 1024 * 1024;

/** A broken release is read again after this time at the earliest: nothing tells that a disk was repaired. */
export const brokenMs = 10_000;

type Outcome = { release: LoadedRelease } | { fault: string };

/** Releases are immutable, so what was read of one stays valid. */
export function cacheReleases(store: Store, log: Logger): ReleaseCache {
  const outcomes = new LRUCache<string, Outcome, ReleaseRef>({
    maxSize: mostBytes,
    sizeCalculation: (outcome) => ('release' in outcome ? weightOf(outcome.release) : 1000),
    // An entry that is evicted while it is read is used by those who wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: ref, options }) {
      const outcome = await read(ref);
      if ('fault' in outcome) options.ttl = brokenMs;
      return outcome;
    },
  });
  // Why each was broken, until all of its files were compared.
  const suspected = new LRUCache<string, string>({ max: 1000 });

  async function examine(ref: ReleaseRef): Promise<LoadedRelease> {
    const outcome = await outcomes.forceFetch(nameOf(ref), { context: ref });
    if ('release' in outcome) return outcome.release;
    throw new BrokenFileError(outcome.fault);
  }

  async function read(ref: ReleaseRef): Promise<Outcome> {
    try {
      const release = await loadRelease(store, ref);
      const [fault] = suspected.has(nameOf(ref)) ? await faultsOfFiles(store, release) : [];
      if (fault !== undefined) throw new BrokenFileError(fault);
      suspected.delete(nameOf(ref));
      return { release };
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      suspect(ref, error.message);
      return { fault: error.message };
    }
  }

  function suspect(ref: ReleaseRef, reason: string): void {
    const release = nameOf(ref);
    if (suspected.get(release) !== reason)
      log.error({ release, reason }, 'A release is broken and is passed over');
    suspected.set(release, reason);
  }

  async function find(ref: ReleaseRef): Promise<LoadedRelease | undefined> {
    if (!isReleaseRef(ref)) return undefined;
    try {
      // Visitors can invent ids: an unknown one costs an indexed read, and no memory.
      if (!outcomes.has(nameOf(ref)) && !findRelease(store, ref)) {
        await store.shared.catchUp();
        if (!findRelease(store, ref)) return undefined;
      }
      return await examine(ref);
    } catch (error) {
      // Where the database cannot be read, releases in memory stay live; `LiveReleases` reports it.
      if (error instanceof BrokenFileError || error instanceof DatabaseError) return undefined;
      throw error;
    }
  }

  return {
    find,
    examine,
    refuse(ref, reason) {
      suspect(ref, reason);
      outcomes.set(nameOf(ref), { fault: reason }, { ttl: brokenMs });
    },
    retryBroken() {
      for (const [key, outcome] of [...outcomes.entries()]) {
        if ('fault' in outcome) outcomes.delete(key);
      }
    },
  };
}

const nameOf = ({ name, id }: ReleaseRef) => `${name}@${id}`;

function weightOf({ files, texts, pages }: LoadedRelease): number {
  const listed = Object.keys(files).length * 300;
  return 2000 + listed + 2 * JSON.stringify([texts, pages]).length;
}
