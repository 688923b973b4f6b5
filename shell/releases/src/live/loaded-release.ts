import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { LRUCache } from 'lru-cache';
import { BrokenFileError } from '../contents/integrity.ts';
import { DatabaseError } from '../database/database-errors.ts';
import {
  idOf,
  isOwnKey,
  isReleaseRef,
  type Release,
  releaseBase,
  templateFile,
} from '../release/release.ts';
import { readTexts, type Texts } from '../release/release-texts.ts';
import { faultsOfFiles } from '../store/list-releases.ts';
import { findRelease, readReleaseFile } from '../store/release-rows.ts';
import type { Logger, Store } from '../store/store.ts';

/** A release with its address and what the server reads of it. */
export interface LoadedRelease extends Release {
  /** The address of its files, with a slash at the end. */
  base: string;
  /** By language; of a section only what stands below its own name. */
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
  if (!release) throw new BrokenFileError('is not in the store');
  if (idOf(release) !== ref.id) throw new BrokenFileError('is not what its id says');
  const all = await readTexts(store, release);
  const texts: Record<string, Texts[string]> = {};
  for (const [language, tree] of Object.entries(all)) {
    const own = Object.entries(tree).filter(([key]) => isOwnKey(release.name, key));
    texts[language] = Object.fromEntries(own);
  }
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

/** A broken release is read again after this time, however often it is asked for. */
const brokenMs = 60_000;

/** Releases are immutable, so what was read of one stays valid. */
export function cacheReleases(store: Store, log: Logger): ReleaseCache {
  const known = new LRUCache<string, LoadedRelease>({
    maxSize: mostBytes,
    sizeCalculation: weightOf,
  });
  const broken = new LRUCache<string, string>({ max: 1000, ttl: brokenMs });
  // Until all of its files were compared.
  const suspected = new Set<string>();
  const logged = new LRUCache<string, true>({ max: 1000 });
  const reading = new Map<string, Promise<LoadedRelease>>();

  async function examine(ref: ReleaseRef): Promise<LoadedRelease> {
    const key = `${ref.name}@${ref.id}`;
    const found = known.get(key);
    if (found) return found;
    const reason = broken.get(key);
    if (reason !== undefined) throw new BrokenFileError(reason);
    const underWay = reading.get(key) ?? read(ref, key).finally(() => reading.delete(key));
    reading.set(key, underWay);
    return underWay;
  }

  async function read(ref: ReleaseRef, key: string): Promise<LoadedRelease> {
    try {
      const release = await loadRelease(store, ref);
      const [fault] = suspected.has(key) ? await faultsOfFiles(store, release) : [];
      if (fault !== undefined) throw new BrokenFileError(fault);
      suspected.delete(key);
      known.set(key, release);
      return release;
    } catch (error) {
      if (error instanceof BrokenFileError) refuse(ref, error.message);
      throw error;
    }
  }

  function refuse(ref: ReleaseRef, reason: string): void {
    const key = `${ref.name}@${ref.id}`;
    known.delete(key);
    broken.set(key, reason);
    suspected.add(key);
    if (!logged.has(`${key} ${reason}`))
      log.error({ release: key, reason }, 'A release is broken and is passed over');
    logged.set(`${key} ${reason}`, true);
  }

  async function find(ref: ReleaseRef): Promise<LoadedRelease | undefined> {
    if (!isReleaseRef(ref)) return undefined;
    try {
      // Visitors can invent ids: an unknown one costs an indexed read, and no memory.
      if (!known.has(`${ref.name}@${ref.id}`) && !findRelease(store, ref)) {
        await store.shared.catchUp();
        if (!findRelease(store, ref)) return undefined;
      }
      return await examine(ref);
    } catch (error) {
      // Where the database cannot be read, what is in memory goes on; `LiveReleases` says so.
      if (error instanceof BrokenFileError || error instanceof DatabaseError) return undefined;
      throw error;
    }
  }

  return { find, examine, refuse, retryBroken: () => broken.clear() };
}

/** What a release takes of the memory, roughly. */
function weightOf({ files, texts, pages }: LoadedRelease): number {
  const listed = Object.keys(files).length * 300;
  return 2000 + listed + 2 * JSON.stringify([texts, pages]).length;
}
