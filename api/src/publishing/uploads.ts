import { createHash } from 'node:crypto';
import {
  access,
  glob,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  hashName,
  type Place,
  type Publish,
  PublishRefusedError,
  pagesIn,
  readStatement,
  uploadsFolder,
} from '@portfolio/releases/access/index.ts';
import { isMissing } from '@portfolio/releases/folder/files.ts';
import { fallbackDepth, readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { readPageFile } from '@portfolio/releases/markup/prerendered-pages.ts';
import { hashApart } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease, readReleaseFile } from '@portfolio/releases/release/read-release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { LRUCache } from 'lru-cache';

/** A release that is being sent, in a folder of the server's own. */
export interface Upload {
  token: string;
  keyId: string;
  statement: Publish;
  /** The contents that it lists, by the name they have on the disk and in an address. */
  wanted: ReadonlyMap<string, Place>;
  folder: string;
  /** Names its files in the folder. */
  word: string;
  /** It was published; the answer may have been lost. */
  isDone: boolean;
}

/** How many deploys of one section a key may have under way; beyond them the oldest goes. */
const mostOpen = 3;
const openMs = 24 * 60 * 60_000;
/** Writing a statement takes milliseconds. */
const writingMs = 60_000;
const mostKnown = 10;

const tokenForm = /^([0-9a-f]{16})-([0-9a-f]{32})-([a-z][a-z0-9-]{0,40})$/;
const openEnding = '.open';
const doneEnding = '.done';

/**
 * What teams send until it is a release: `uploads/<key>/<section>/<hash>`. Files are named by their
 * hash, so that the next deploy continues what broke off, and no name that was sent becomes a path.
 */
export function openUploads(dataDir: string) {
  const root = uploadsFolder(dataDir);
  const folderOf = (keyId: string, section: string) => path.join(root, keyId, section);
  // Every file names its upload, and parsing a statement blocks all other requests. Bounded by `max`.
  const known = new LRUCache<string, Pick<Upload, 'statement' | 'wanted'>>({ max: mostKnown });

  /** Nothing when the upload is not there, or not any more. */
  async function read(token: string, file: string) {
    const found = known.get(token);
    const gone = () => undefined;
    if (found) return access(file).then(() => found, gone);
    const bytes = await readFile(file).catch(gone);
    const opened = bytes && contentsOf(readStatement(bytes) as Publish);
    if (opened) known.set(token, opened);
    return opened;
  }

  return {
    /** Keeps a statement that was verified. */
    async begin(keyId: string, statement: Publish, bytes: Buffer): Promise<Upload> {
      const folder = folderOf(keyId, statement.section);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const word = crypto.randomUUID().replaceAll('-', '');
      await writeFile(path.join(folder, word + openEnding), bytes, { flag: 'wx', mode: 0o600 });
      await sweep(folder);
      const token = `${keyId}-${word}-${statement.section}`;
      return { token, keyId, ...contentsOf(statement), folder, word, isDone: false };
    },

    /** The upload that a token was given for. */
    async find(token: string): Promise<Upload | undefined> {
      const [, keyId = '', word = '', section = ''] = tokenForm.exec(token) ?? [];
      const folder = folderOf(keyId, section);
      for (const ending of word ? [openEnding, doneEnding] : []) {
        const found = await read(token, path.join(folder, word + ending));
        if (found) return { token, keyId, ...found, folder, word, isDone: ending === doneEnding };
      }
      return undefined;
    },

    /** Marks an upload as published and removes what was sent with it. */
    async finish({ folder, word }: Upload): Promise<void> {
      const file = path.join(folder, word);
      await rename(file + openEnding, file + doneEnding);
      await sweep(folder);
    },

    /** Ends an upload that was refused: committing it again would be refused again. */
    async drop({ folder, word }: Upload): Promise<void> {
      await rm(path.join(folder, word + openEnding), { force: true });
    },
  };
}

/** Removes what broke off more than a day ago, also where no other upload comes. */
export async function sweepUploads(dataDir: string): Promise<void> {
  const root = uploadsFolder(dataDir);
  for await (const folder of glob('*/*', { cwd: root }))
    await sweep(path.join(root, folder), openMs);
}

/**
 * Removes all that no open upload needs, so that the disk holds no more than their statements may list.
 * @param spareMs what is younger is spared: the next deploy may continue it
 */
async function sweep(folder: string, spareMs = 0): Promise<void> {
  // With its key its folder may go meanwhile.
  const names = await readdir(folder).catch(() => []);
  const now = Date.now();
  const dated = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(path.join(folder, name)).catch(() => undefined);
      return { name, age: now - (found?.mtimeMs ?? now) };
    }),
  );
  const youngest = (ending: string) =>
    dated
      .filter(({ name, age }) => name.endsWith(ending) && age < openMs)
      .sort((a, b) => a.age - b.age)
      .slice(0, mostOpen)
      .map(({ name }) => name);
  const opened = youngest(openEnding);
  // Files, parts of them and staging folders are named by what they belong to.
  const owners = new Set([...opened, ...youngest(doneEnding)].map(ownerOf));
  const halfWritten = new Set<string>();
  for (const name of opened) {
    // Another process may have finished it meanwhile.
    const bytes = await readFile(path.join(folder, name)).catch((error) => {
      if (!isMissing(error)) throw error;
      return Buffer.alloc(0);
    });
    try {
      for (const hash of contentsOf(readStatement(bytes) as Publish).wanted.keys())
        owners.add(hash);
    } catch {
      // By a process that was killed, or on a full disk; a young one may be written right now.
      halfWritten.add(name);
    }
  }
  for (const { name, age } of dated)
    if (halfWritten.has(name) ? age > writingMs : !owners.has(ownerOf(name)) && age >= spareMs)
      await rm(path.join(folder, name), { recursive: true, force: true });
}

function ownerOf(name: string): string | undefined {
  return name.split('.')[0];
}

function contentsOf(statement: Publish) {
  const pages = pagesIn(statement).map(({ place }) => place);
  const places = [...Object.values(statement.description.files), ...pages];
  return { statement, wanted: new Map(places.map((place) => [hashName(place), place])) };
}

/** The contents that are still to be sent, by hash and size in bytes. */
export async function missingOf({ wanted, folder }: Upload) {
  const all = await Promise.all(
    [...wanted].map(async ([hash, { bytes }]) => {
      const found = await lstat(path.join(folder, hash)).catch(() => undefined);
      return found?.isFile() && found.size === bytes ? [] : [{ hash, bytes }];
    }),
  );
  return all.flat();
}

/** Files that are being received: the same file sent again ends the request before it, which may be dead. */
const receiving = new Map<string, Readable>();

/**
 * Receives one file of an upload as a whole, hashing it as it comes.
 * @throws PublishRefusedError when it is not listed, or not what is listed
 */
export async function receive(
  { wanted, folder }: Upload,
  hash: string,
  body: Readable,
): Promise<void> {
  const place = wanted.get(hash);
  if (!place)
    throw new PublishRefusedError(404, 'No file with this hash is a part of the release.');
  const file = path.join(folder, hash);
  receiving.get(file)?.destroy();
  receiving.set(file, body);
  try {
    await writeChecked(file, place, body);
  } finally {
    if (receiving.get(file) === body) receiving.delete(file);
  }
}

async function writeChecked(file: string, place: Place, body: Readable): Promise<void> {
  const part = `${file}.${crypto.randomUUID()}.part`;
  const handle = await open(part, 'wx', 0o644);
  const hashed = createHash('sha384');
  let bytes = 0;
  try {
    // A refused request is answered, so its connection is kept.
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > place.bytes)
        throw new PublishRefusedError(413, 'The file is longer than the statement says.');
      hashed.update(chunk);
      await handle.write(chunk);
    }
    if (`sha384-${hashed.digest('base64')}` !== place.integrity)
      throw new PublishRefusedError(
        422,
        'The file is not what the statement lists: send it again.',
      );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Copies what the store has of an upload beside it: of the same release and its pages, of the live
 * one and of the one before. Each file is read as carefully as for a visitor, so no link is followed.
 */
export async function adoptKnown(store: Store, upload: Upload): Promise<void> {
  const { statement, folder } = upload;
  const { section, release } = statement;
  const { ids } = await readPointerOrLast(store, section);
  const lacking = new Set((await missingOf(upload)).map(({ hash }) => hash));
  const adopt = async (place: Place, read: () => Promise<Buffer>) => {
    const hash = hashName(place);
    const content = lacking.has(hash) ? await read().catch(() => undefined) : undefined;
    if (!content || (await hashApart(content)) !== place.integrity) return;
    const temporary = path.join(folder, `${hash}.${crypto.randomUUID()}`);
    await writeFile(temporary, content, { flag: 'wx', mode: 0o644 });
    await rename(temporary, path.join(folder, hash));
    lacking.delete(hash);
  };
  for (const id of new Set([release, ...ids.slice(0, fallbackDepth)])) {
    const known = await readRelease(store, section, id);
    if (!known) continue;
    for (const [file, place] of Object.entries(known.files))
      await adopt(place, () => readReleaseFile(store, known, file));
  }
  for (const { place, ...where } of pagesIn(statement))
    await adopt(place, () => readPageFile(store, where));
}
