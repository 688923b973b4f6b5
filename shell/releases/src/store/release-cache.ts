import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { extract } from 'tar-stream';
import { DatabaseError, type Statements } from '../database/database.ts';
import {
  BrokenFileError,
  checkCompressed,
  compressFile,
  packFiles,
  readTexts,
  type Texts,
  unlessBroken,
} from '../release/files.ts';
import {
  describeContent,
  formatRef,
  idOf,
  type Release,
  type ReleaseRef,
  releaseBase,
} from '../release/release.ts';

/** The description of a release, beside its files in an archive and in the cache. */
const descriptionFile = 'release.json';

/** The folders of an archive: the files as they are, and the Brotli forms of texts. */
const folderIn = { plain: 'files', br: 'br' } as const;

/** Packs a release with the Brotli form of each text. Equal releases make equal bytes. */
export async function packRelease(release: Release, contents: ReadonlyMap<string, Uint8Array>) {
  const files = new Map<string, Uint8Array | string>([[descriptionFile, JSON.stringify(release)]]);
  for (const [file, content] of [...contents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    files.set(`${folderIn.plain}/${file}`, content);
    const br = await compressFile(file, content);
    if (br) files.set(`${folderIn.br}/${file}`, br);
  }
  return packFiles(files);
}

/** Unpacks an archive into an empty folder. */
async function unpackArchive(bytes: Uint8Array, folder: string): Promise<void> {
  const archive = extract();
  archive.end(bytes);
  for await (const entry of archive) {
    const target = path.join(folder, entry.header.name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await buffer(entry));
  }
}

/** A release in the cache with its texts, whose files were compared with their hashes. */
export interface LoadedRelease extends Release {
  /** The address of its files, with a slash at the end. */
  base: string;
  /** By language; those of a section are below its name. */
  texts: Texts;
  /** The files that have a Brotli form, and their folders. */
  compressed: ReadonlySet<string>;
  /** Reads a file, as it is or compressed, and compares it with its hash; undefined if it is unknown or broken. */
  read(file: string, form?: Form): Promise<Buffer | undefined>;
}

/** The forms of a file. */
export type Form = keyof typeof folderIn;

export type Releases = ReturnType<typeof openReleases>;

/** How long a release counts as broken: nothing reports that a disk or a database was repaired. */
const brokenMs = 2000;

/** The bound of the descriptions and texts in memory. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Opens releases in `cache/<name>/<id>/`, into which an archive is unpacked when it is needed. Each process compares
 * the files with their hashes once; the folder may be deleted at any time.
 */
export function openReleases(dataDir: string, database: Statements) {
  const cache = path.join(dataDir, 'cache');
  const folderOf = ({ name, id }: ReleaseRef) => path.join(cache, name, id);
  // Archives are in memory as a whole.
  const inTurn = pLimit(4);
  const opened = new LRUCache<string, LoadedRelease | BrokenFileError, ReleaseRef>({
    maxSize: mostBytes,
    sizeCalculation: (result) => 2 * JSON.stringify(result).length,
    // Callers that wait for an entry get it even if it is evicted meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: ref, options }) {
      const result = await inTurn(load, ref).catch(toBroken);
      if (result instanceof BrokenFileError) options.ttl = brokenMs;
      return result;
    },
  });

  async function open(ref: ReleaseRef): Promise<LoadedRelease> {
    const result = await opened.forceFetch(formatRef(ref), { context: ref });
    if (result instanceof BrokenFileError) throw result;
    return result;
  }

  async function load(ref: ReleaseRef): Promise<LoadedRelease> {
    const here = await readAll(ref, folderOf(ref)).catch(toBroken);
    return here instanceof BrokenFileError ? unpack(ref) : here;
  }

  /** Unpacks a release, and puts it into the cache if it is whole. @throws BrokenFileError */
  async function unpack(ref: ReleaseRef): Promise<LoadedRelease> {
    const [archive] = await database.run<{ bytes: Uint8Array }>(
      'SELECT bytes FROM archives WHERE name = $1 AND id = $2',
      [ref.name, ref.id],
      true,
    );
    if (!archive) throw new BrokenFileError('is not in the store');
    return inWorkFolder({ dataDir }, async (work) => {
      const [unpacked, replaced] = [path.join(work, 'new'), path.join(work, 'old')];
      await unpackArchive(archive.bytes, unpacked).catch((error) => {
        throw 'syscall' in error ? error : new BrokenFileError('its archive is damaged');
      });
      const release = await readAll(ref, unpacked);
      await mkdir(path.dirname(folderOf(ref)), { recursive: true });
      await rename(folderOf(ref), replaced).catch(() => {});
      // Another process may have put its own there meanwhile.
      await rename(unpacked, folderOf(ref)).catch(() => {});
      return release;
    });
  }

  /** Reads a folder, and compares all files with their hashes. @throws BrokenFileError */
  async function readAll(ref: ReleaseRef, folder: string): Promise<LoadedRelease> {
    const release = await readDescription(ref, path.join(folder, descriptionFile));
    const packed = readdir(path.join(folder, folderIn.br), { recursive: true });
    const compressed = new Set(await packed.catch(() => []));
    await pLimit(8).map(Object.keys(release.files), async (file) => {
      await readForm(release, file, 'plain', folder);
      if (compressed.has(file)) await readForm(release, file, 'br', folder);
    });
    const { texts, faults } = await readTexts(release, (file) =>
      readForm(release, file, 'plain', folder),
    );
    if (faults[0] !== undefined) throw new BrokenFileError(faults[0]);
    return {
      ...release,
      base: releaseBase(release),
      texts,
      compressed,
      async read(file, form = 'plain') {
        if (!Object.hasOwn(release.files, file)) return undefined;
        return repairing(release, () => readForm(release, file, form)).catch(unlessBroken);
      },
    };
  }

  /** @throws BrokenFileError */
  async function readForm(
    release: Release,
    file: string,
    form: Form,
    folder = folderOf(release),
  ): Promise<Buffer> {
    const known = release.files[file] ?? { bytes: 0, integrity: '' };
    const place = path.join(folder, folderIn[form], file);
    const content = await readFile(place).catch(throwMissing(file));
    if (form === 'br') await checkCompressed(content, known, file);
    else if ((await describeContent(content)).integrity !== known.integrity) throw notWhole(file);
    return content;
  }

  /** Does some work with a file; if that is broken, unpacks the release and does it again. @throws BrokenFileError */
  async function repairing<Result>(ref: ReleaseRef, work: () => Promise<Result>): Promise<Result> {
    return work().catch(async (error) => {
      if (!(error instanceof BrokenFileError)) throw error;
      opened.delete(formatRef(ref));
      await open(ref);
      return work();
    });
  }

  return {
    /** Opens a release, which is unpacked if it is not in the cache. @throws BrokenFileError */
    open,
    /** The place of a large file of an opened release, whose size is compared. @throws BrokenFileError */
    find: (release: Release, file: string, form: Form) =>
      repairing(release, async () => {
        const place = path.join(folderOf(release), folderIn[form], file);
        const { size } = await stat(place).catch(throwMissing(file));
        if (form === 'plain' && size !== release.files[file]?.bytes) throw notWhole(file);
        return place;
      }),
    /** Copies the files of a release, and its description, into a folder. @throws BrokenFileError */
    async export(ref: ReleaseRef, folder: string): Promise<void> {
      await open(ref);
      await cp(path.join(folderOf(ref), folderIn.plain), folder, { recursive: true });
      await cp(path.join(folderOf(ref), descriptionFile), path.join(folder, descriptionFile));
    },
    /** Deletes all other releases from the cache. */
    async keepOnly(isKept: (ref: ReleaseRef) => boolean): Promise<void> {
      for (const name of await readdir(cache).catch(() => []))
        for (const id of await readdir(path.join(cache, name)).catch(() => []))
          if (!isKept({ name, id })) await rm(folderOf({ name, id }), { recursive: true });
    },
  };
}

async function readDescription(ref: ReleaseRef, place: string): Promise<Release> {
  const text = await readFile(place, 'utf8').catch(throwMissing(descriptionFile));
  try {
    const release: Release = JSON.parse(text);
    if (release.name === ref.name && idOf(release) === ref.id) return release;
  } catch {
    // The damage may end in other JSON as well.
  }
  throw new BrokenFileError(`${descriptionFile} is not what its id says`);
}

/** Handles an error of a file that cannot be read, unless the process has too many open. */
const throwMissing = (file: string) => (error: NodeJS.ErrnoException) => {
  const isOfProcess = error.code === 'EMFILE' || error.code === 'ENFILE';
  throw isOfProcess ? error : new BrokenFileError(`${file} is missing`);
};

const notWhole = (file: string) => new BrokenFileError(`${file} is not what its hash says`);

/** A disk that cannot be read or written, and a database that cannot be asked, are faults of the release, too. */
function toBroken(error: Error): BrokenFileError {
  if (error instanceof BrokenFileError) return error;
  const isOfPlace = error instanceof DatabaseError || 'syscall' in error;
  if (!isOfPlace) throw error;
  return new BrokenFileError(`cannot be unpacked: ${error.message}`);
}

/** Builds and uploads take minutes, so an older folder is of a killed process. */
const oldMs = 24 * 60 * 60_000;

/** Runs work with an empty folder, and deletes it afterwards, with those that killed processes left. */
export async function inWorkFolder<Result>(
  { dataDir }: { dataDir: string },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const all = path.join(dataDir, 'work');
  const folder = path.join(all, crypto.randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(all)) {
    const other = path.join(all, entry);
    const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > oldMs) await rm(other, { recursive: true, force: true });
  }
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
