import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { faultOfTemplate } from '../checks/release-files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { readDescription, readReleaseFile } from '../release/read-release.ts';
import { isSourceMap, type Release, releaseBase } from '../release/release.ts';
import { isOwnKey, languageOf, mostTextBytes, parseTexts } from '../release/texts.ts';
import { releaseFolder, type Store } from '../store/store.ts';

/** A release where a browser and the server find it, with all that the server itself needs of it. */
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

/** What a shell's documents are made of: without them it is none. */
const shellFiles = ['document.html'];

/** Read with the shell when it has them, so that nothing can become of them later. */
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
export async function readLiveRelease(
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
    if (fault) throw new BrokenFileError('document.html', `document.html ${fault}`);
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
    throw new BrokenFileError('', `it has texts in more than ${mostLanguages} languages`);
  const bytes = files.reduce((sum, file) => sum + (release.files[file]?.bytes ?? 0), 0);
  if (bytes > mostBytesOfTexts)
    throw new BrokenFileError('', `its texts have more than ${mostBytesOfTexts} bytes`);
  const texts: Record<string, TextTree> = {};
  for (const file of files) {
    if ((release.files[file]?.bytes ?? 0) > mostTextBytes)
      throw new BrokenFileError('', `${file} is larger than ${mostTextBytes} bytes`);
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

/** What is wrong with the files that visitors get of a release, each read and compared with its hash. */
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
