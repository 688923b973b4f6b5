import { lstat } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { LRUCache } from 'lru-cache';
import { faultOfTemplate } from '../checks/release-files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { tokenBucket } from '../folder/token-bucket.ts';
import { readDescription, readReleaseFile } from '../release/read-release.ts';
import { isReleaseRef, isSourceMap, type Release, releaseBase } from '../release/release.ts';
import { isOwnKey, languageOf, parseTexts } from '../release/texts.ts';
import { releaseFolder, type Store } from '../store/store.ts';

/** A release with its address, its folder and what the server reads of it. */
export interface LiveRelease extends Release {
  /** The address of its folder, with a slash at the end. */
  base: string;
  /** The folder on the disk. */
  folder: string;
  /** By language; of a section only what stands below its own name and `hints`. */
  texts: Readonly<Record<string, TextTree>>;
  /** The content of one of its files; nothing when it has no such file, or not that content. */
  read(file: string): Promise<Buffer | undefined>;
}

/** Files that every shell must have: its documents are made of them. */
const shellFiles = ['document.html'];

/** Optional files, read with the shell, so that later damage does not matter. */
const optionalShellFiles = ['owner.json'];

/** Parsing a byte of text takes as long as hashing 200 of them. */
const parsing = 200;

const mostLanguages = 24;

/** Of all languages together: many times what the largest section has. */
const mostBytesOfTexts = 256 * 1024;

/**
 * Reads one release of the store with its texts.
 * @throws BrokenFileError that says why it cannot be live.
 */
async function readLiveRelease(
  store: Store,
  { name, id }: ReleaseRef,
  spend: (bytes: number) => void = () => {},
): Promise<LiveRelease> {
  const release = await readDescription(store, name, id);
  spend(Object.keys(release.files).length * 1000);
  const kept = new Map<string, Buffer>();
  const texts = await readTexts(store, release, spend);
  if (name === 'shell') {
    const optional = optionalShellFiles.filter((file) => Object.hasOwn(release.files, file));
    for (const file of [...shellFiles, ...optional])
      kept.set(file, await readReleaseFile(store, release, file));
    const fault = faultOfTemplate(String(kept.get('document.html')));
    if (fault) throw new BrokenFileError(`document.html ${fault}`);
  }
  return {
    ...release,
    base: releaseBase(release),
    folder: releaseFolder(store, name, id),
    texts,
    async read(file) {
      return kept.get(file) ?? readReleaseFile(store, release, file).catch(() => undefined);
    },
  };
}

async function readTexts(
  store: Store,
  release: Release,
  spend: (bytes: number) => void,
): Promise<LiveRelease['texts']> {
  const files = Object.keys(release.files).filter((file) => languageOf(file) !== undefined);
  if (files.length > mostLanguages)
    throw new BrokenFileError(`it has texts in more than ${mostLanguages} languages`);
  const bytes = files.reduce((sum, file) => sum + (release.files[file]?.bytes ?? 0), 0);
  if (bytes > mostBytesOfTexts)
    throw new BrokenFileError(`its texts have more than ${mostBytesOfTexts} bytes`);
  const texts: Record<string, TextTree> = {};
  for (const file of files) {
    spend(parsing * (release.files[file]?.bytes ?? 0));
    const tree = parseTexts(await readReleaseFile(store, release, file), file);
    texts[String(languageOf(file))] = Object.fromEntries(
      Object.entries(tree).filter(([key]) => isOwnKey(release.name, key)),
    );
  }
  return texts;
}

/** How many faults of a release are told. */
const mostTold = 10;

/** What is wrong with the files that visitors get of a release, by their hashes. */
export async function faultsOfFiles(store: Store, ref: ReleaseRef): Promise<string[]> {
  const faults = await faultsOfCopy(store, ref);
  // What is wrong with one machine's disk is no fault of the release.
  if (faults.length === 0 || !(await store.remote?.mend(ref))) return faults;
  return faultsOfCopy(store, ref);
}

async function faultsOfCopy(store: Store, { name, id }: ReleaseRef): Promise<string[]> {
  const faults = new Set<string>();
  const note = (error: unknown): undefined => {
    if (!(error instanceof BrokenFileError)) throw error;
    faults.add(error.message);
  };
  const release = await readDescription(store, name, id).catch(note);
  for (const file of Object.keys(release?.files ?? {}))
    if (release && !isSourceMap(file)) await readReleaseFile(store, release, file).catch(note);
  if (release && faults.size === 0) await readLiveRelease(store, release).catch(note);
  return [...faults].slice(0, mostTold);
}

/** What the store needs of a log; the API hands in its own. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The releases of a store, each read once. */
export interface ReleaseCache {
  /** Nothing when there is no such release, or a broken one: then the log says once why. */
  find(ref: ReleaseRef): Promise<LiveRelease | undefined>;
  /** The same, looking again at one that was missing or broken. @throws BrokenFileError */
  examine(ref: ReleaseRef): Promise<LiveRelease>;
}

/** Descriptions and texts: room for many more releases than are live. */
const mostBytes = 32 * 1024 * 1024;

/** A preview that was asked for too early is there a second later. */
const missingMs = 1000;
/** A broken release is cached as broken: any visitor could make the server read it again and again. */
const brokenMs = 60_000;

/** A visitor who asks for what this machine has to fetch first asks again, or another machine. */
const timeoutMs = 5000;

/** Releases are immutable, so what was read of one stays valid. */
export function cacheReleases(store: Store, log: Log): ReleaseCache {
  const known = new LRUCache<string, LiveRelease>({
    maxSize: mostBytes,
    sizeCalculation: weightOf,
  });
  const absent = new LRUCache<string, true>({ max: 10_000 });
  const told = new LRUCache<string, true>({ max: 1000 });
  // Any visitor can ask for old releases of a section: what is to be live does not wait for them.
  const [live, asked] = [readOnce(), readOnce()];

  function readOnce() {
    const throttle = tokenBucket();
    const reading = new Map<string, Promise<LiveRelease>>();
    return (ref: ReleaseRef): Promise<LiveRelease> => {
      const key = `${ref.name}@${ref.id}`;
      const cached = known.get(key);
      if (cached) return Promise.resolve(cached);
      const underWay =
        reading.get(key) ??
        throttle(ref.name, (spend) => read(ref, key, spend)).finally(() => reading.delete(key));
      reading.set(key, underWay);
      return underWay;
    };
  }

  async function read(ref: ReleaseRef, key: string, spend: (bytes: number) => void) {
    try {
      const release = await readMended(store, ref, () => readLiveRelease(store, ref, spend));
      known.set(key, release);
      absent.delete(key);
      return release;
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      absent.set(key, true, { ttl: error.isMissing ? missingMs : brokenMs });
      if (!error.isMissing) tell(key, error.message);
      throw error;
    }
  }

  function isThere(ref: ReleaseRef): Promise<boolean> {
    const folder = path.join(store.folder, ref.name, ref.id);
    // Synchronous, since a rejected promise of `node:fs` builds a stack trace each time.
    return new Promise((resolve) => {
      lstat(folder, (error, found) => resolve(!error && found.isDirectory()));
    });
  }

  /** This machine's copy need not have what is neither live nor new. */
  async function fetchShared(ref: ReleaseRef): Promise<boolean> {
    if (!store.remote) return false;
    const fetched = store.remote.fetch(ref).catch(() => false);
    return Promise.race([fetched, sleep(timeoutMs, false, { ref: false })]);
  }

  function tell(release: string, reason: string): void {
    const what = `${release} ${reason}`;
    if (!told.has(what)) log.error({ release, reason }, 'This is no release and is passed over');
    told.set(what, true);
  }

  async function find(ref: ReleaseRef): Promise<LiveRelease | undefined> {
    const key = `${ref.name}@${ref.id}`;
    if (!isReleaseRef(ref) || absent.has(key)) return undefined;
    // Visitors can invent ids, so an unknown one costs one look at the disk.
    if (!known.has(key) && !(await isThere(ref)) && !(await fetchShared(ref))) return undefined;
    return asked(ref).catch((error) => {
      if (error instanceof BrokenFileError) return undefined;
      throw error;
    });
  }
  return { find, examine: live };
}

/** Reads something of a release; a broken replica is fetched again, once. */
export async function readMended<Result>(
  { remote }: Store,
  ref: ReleaseRef,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const isMended = error instanceof BrokenFileError && (await remote?.mend(ref));
    if (!isMended) throw error;
    return read();
  }
}

/** What a release takes of the memory, roughly. */
function weightOf({ files, texts, pages }: LiveRelease): number {
  const listed = Object.keys(files).length * 300;
  return 2000 + listed + 2 * JSON.stringify([texts, pages]).length;
}
