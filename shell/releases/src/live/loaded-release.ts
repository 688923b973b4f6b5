import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import { BrokenFileError } from '../contents/integrity.ts';
import { DatabaseError } from '../database/database-errors.ts';
import {
  formatRef,
  isReleaseRef,
  type Release,
  releaseBase,
  templateFile,
} from '../release/release.ts';
import { readTexts, type Texts } from '../release/release-texts.ts';
import { faultsOfFiles } from '../store/find-faults.ts';
import { findRelease, readReleaseFile } from '../store/release-rows.ts';
import type { Logger, Store } from '../store/store.ts';

/** A release with its address and texts. */
export interface LoadedRelease extends Release {
  /** The address of its files, with a slash at the end. */
  base: string;
  /** By language; those of a section are below its name. */
  texts: Texts;
  /** Reads a file; undefined if it is unknown or broken. */
  read(file: string): Promise<Buffer | undefined>;
}

/** The files for documents, which are kept in memory, so that later damage does not matter. */
const shellFiles = [templateFile, 'owner.json'];

/**
 * Reads a release of the store with its texts.
 * @throws BrokenFileError that says why the release cannot be live
 */
export async function loadRelease(store: Store, ref: ReleaseRef): Promise<LoadedRelease> {
  const release = findRelease(store, ref);
  if (!release) throw new BrokenFileError('is not in the store');
  return loadContent(store, release);
}

/**
 * Reads the texts of a release whose row may not be in the store yet.
 * @throws BrokenFileError
 */
export async function loadContent(store: Store, release: Release): Promise<LoadedRelease> {
  const { texts, faults } = await readTexts(store, release);
  if (faults[0] !== undefined) throw new BrokenFileError(faults[0]);
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

export interface ReleaseCache {
  /** Finds a release; undefined for an unknown one, and for a broken one, which is logged once. */
  find(ref: ReleaseRef): Promise<LoadedRelease | undefined>;
  /** Reads a release that should be live. @throws BrokenFileError */
  examine(ref: ReleaseRef): Promise<LoadedRelease>;
  /** Marks a release as broken until all its files are whole. */
  refuse(ref: ReleaseRef, reason: string): void;
  /** Forgets which releases are broken, as a deploy may have repaired them. */
  retryBroken(): void;
}

/** The bound of all releases in memory: enough for many more than are live. */
const mostBytes = 32 * 1024 * 1024;

/** How long a release counts as broken: nothing reports that a disk was repaired. */
export const brokenMs = 10_000;

type LoadResult = { release: LoadedRelease } | { fault: string };

/** Caches releases, which are immutable. */
export function cacheReleases(store: Store, log: Logger): ReleaseCache {
  const results = new LRUCache<string, LoadResult, ReleaseRef>({
    maxSize: mostBytes,
    sizeCalculation: (result) => ('release' in result ? weightOf(result.release) : 1000),
    // Callers that wait for an entry get it even if it is evicted meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: ref, options }) {
      const result = await read(ref);
      if ('fault' in result) options.ttl = brokenMs;
      return result;
    },
  });
  // The reasons of broken releases, until all their files are compared.
  const suspected = new LRUCache<string, string>({ max: 1000 });

  async function examine(ref: ReleaseRef): Promise<LoadedRelease> {
    const result = await results.forceFetch(formatRef(ref), { context: ref });
    if ('release' in result) return result.release;
    throw new BrokenFileError(result.fault);
  }

  async function read(ref: ReleaseRef): Promise<LoadResult> {
    try {
      const release = await loadRelease(store, ref);
      const [fault] = suspected.has(formatRef(ref)) ? await faultsOfFiles(store, release) : [];
      if (fault !== undefined) throw new BrokenFileError(fault);
      suspected.delete(formatRef(ref));
      return { release };
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      suspect(ref, error.message);
      return { fault: error.message };
    }
  }

  function suspect(ref: ReleaseRef, reason: string): void {
    const release = formatRef(ref);
    if (suspected.get(release) !== reason)
      log.error({ release, reason }, 'A release is broken and is passed over');
    suspected.set(release, reason);
  }

  async function find(ref: ReleaseRef): Promise<LoadedRelease | undefined> {
    if (!isReleaseRef(ref)) return undefined;
    try {
      // Visitors can invent ids, so an unknown one costs an indexed read, but no memory.
      if (!results.has(formatRef(ref)) && !findRelease(store, ref)) {
        await store.shared.catchUp();
        if (!findRelease(store, ref)) return undefined;
      }
      return await examine(ref);
    } catch (error) {
      // Without a readable database releases in memory stay live; `LiveReleases` reports the error.
      if (error instanceof BrokenFileError || error instanceof DatabaseError) return undefined;
      throw error;
    }
  }

  return {
    find,
    examine,
    refuse(ref, reason) {
      suspect(ref, reason);
      results.set(formatRef(ref), { fault: reason }, { ttl: brokenMs });
    },
    retryBroken() {
      for (const [key, result] of [...results.entries()]) {
        if ('fault' in result) results.delete(key);
      }
    },
  };
}

function weightOf({ files, texts, pages }: LoadedRelease): number {
  const listed = Object.keys(files).length * 300;
  return 2000 + listed + 2 * JSON.stringify([texts, pages]).length;
}
