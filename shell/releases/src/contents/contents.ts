import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import type { Steps } from '../database/database.ts';
import { fsync, isMissing, makeFolder, replaceFile, temporaryBeside } from './durable-files.ts';
import { BrokenFileError, type ContentRef, computeIntegrity, hashName } from './integrity.ts';

/** The contents by hash, in `<dataDir>/files/<2 digits>/<hash>`, with compressed copies beside them. */
export interface Contents {
  dataDir: string;
  shared: SharedContents;
}

/** The contents in the database of several machines, each of which has some in its folder. */
export interface SharedContents {
  /** Sends missing contents to the database, which keeps unnamed ones for an hour. */
  sendContents(refs: Iterable<ContentRef>): Promise<void>;
  /** Writes a content from the database into this machine's folder. @returns false if the database lacks it */
  fetchContent(ref: ContentRef): Promise<boolean>;
  /** Within a transaction: lists hashes that the database lacks. */
  missingContents(hashes: readonly string[]): Steps<string[]>;
  /** Within a transaction: removes other contents that were not used for an hour. */
  collectContents(named: ReadonlySet<string>): Steps<void>;
}

/** A single machine has all contents in its folder. */
export function contentsAlone(dataDir: string): SharedContents {
  return {
    async sendContents() {},
    fetchContent: async () => false,
    *missingContents(hashes) {
      // A generator needs a `yield`, but there is no statement to run.
      yield* [];
      return lackingHere({ dataDir }, hashes);
    },
    *collectContents() {},
  };
}

export function contentFile(
  { dataDir }: Pick<Contents, 'dataDir'>,
  hash: string,
  encoding?: Encoding,
): string {
  const file = path.join(dataDir, 'files', hash.slice(0, 2), hash);
  return encoding ? `${file}.${encoding}` : file;
}

/** The encodings of copies, as the endings of their files; HTTP calls `gz` `gzip`. */
export type Encoding = 'br' | 'gz';

export const encodings: readonly Encoding[] = ['br', 'gz'];

/** Texts shrink to a quarter of their size; pictures and fonts are compressed already. */
const compressible = /\.(mjs|js|json|md|yaml|svg|html|css|txt)$/;

const compress = {
  br: (content: Uint8Array) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content: Uint8Array) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

const unpack = { br: promisify(brotliDecompress), gz: promisify(gunzip) };

/** How many contents of up to 16 MB are in memory at a time. */
const inTurn = pLimit(4);

/**
 * Stores a content by its hash, with compressed copies of a text that shrinks. A stored content is touched, so that
 * it is not collected, and replaced if it is damaged.
 * @param file its path in a release
 */
export async function writeContent(
  contents: Contents,
  content: Uint8Array,
  file: string,
): Promise<ContentRef> {
  const ref = { bytes: content.length, integrity: await computeIntegrity(content) };
  const isThere = (await touch(contents, ref)) && (await readWhole(contents, ref)) !== undefined;
  if (!isThere) await replaceContent(contents, ref, content);
  await compressContent(contents, ref, file);
  return ref;
}

async function replaceContent(contents: Contents, ref: ContentRef, content: Uint8Array) {
  const target = contentFile(contents, hashName(ref));
  await makeFolder(path.dirname(target));
  await replaceFile(target, content);
}

/** Makes missing and damaged compressed copies of a stored content. */
export async function compressContent(
  contents: Contents,
  ref: ContentRef,
  file: string,
): Promise<void> {
  if (!compressible.test(file)) return;
  for (const encoding of encodings) {
    const target = contentFile(contents, hashName(ref), encoding);
    if (await readCopy(contents, ref, encoding)) continue;
    const copy = await compress[encoding](await readContent(contents, ref, file));
    if (copy.length < ref.bytes) await replaceFile(target, copy);
  }
}

/** Sets the file's time. The caller compares afterwards, so that it notices a collection in between. */
async function touch(contents: Contents, ref: ContentRef): Promise<boolean> {
  const now = new Date();
  const touched = ['', ...encodings].map((encoding) =>
    utimes(contentFile(contents, hashName(ref), encoding as Encoding), now, now).then(
      () => true,
      (error) => {
        if (!isMissing(error)) throw error;
        return false;
      },
    ),
  );
  return (await Promise.all(touched))[0] ?? false;
}

/** Reads a content, if it matches its hash. */
async function readWhole(contents: Contents, ref: ContentRef): Promise<Buffer | undefined> {
  const content = await readBounded(contentFile(contents, hashName(ref)), ref.bytes);
  const isRight =
    content?.length === ref.bytes && (await computeIntegrity(content)) === ref.integrity;
  return isRight ? content : undefined;
}

/** Returns undefined for a file that is missing, unreadable or too large. */
async function readBounded(file: string, most: number): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(file);
    return size > most ? undefined : await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isOfProcess = code === 'EMFILE' || code === 'ENFILE';
    if (code === undefined || isOfProcess) throw error;
    return undefined;
  }
}

/**
 * Reads a content and compares it with its hash. A damaged one is repaired from a compressed copy, or fetched from
 * the database.
 * @param file its name in an error
 * @throws BrokenFileError
 */
export async function readContent(
  contents: Contents,
  ref: ContentRef,
  file: string,
): Promise<Buffer> {
  const content = (await readWhole(contents, ref)) ?? (await repair(contents, ref));
  if (content) return content;
  throw brokenFile(contents, ref, file);
}

function brokenFile(contents: Contents, ref: ContentRef, file: string): BrokenFileError {
  const isThere = existsSync(contentFile(contents, hashName(ref)));
  return new BrokenFileError(`${file} ${isThere ? 'is not what its hash says' : 'is missing'}`);
}

async function readCopy(
  contents: Contents,
  ref: ContentRef,
  encoding: Encoding,
): Promise<Buffer | undefined> {
  const copy = await readBounded(contentFile(contents, hashName(ref), encoding), ref.bytes);
  // A damaged copy could unpack to gigabytes.
  const bound = { maxOutputLength: Math.max(1, ref.bytes) };
  const content = copy && (await unpack[encoding](copy, bound).catch(() => undefined));
  return content && (await computeIntegrity(content)) === ref.integrity ? content : undefined;
}

async function repair(contents: Contents, ref: ContentRef): Promise<Buffer | undefined> {
  for (const encoding of encodings) {
    const content = await readCopy(contents, ref, encoding);
    if (!content) continue;
    // A full or read-only disk does not prevent reading.
    await replaceContent(contents, ref, content).catch(() => {});
    return content;
  }
  if (!(await contents.shared.fetchContent(ref))) return undefined;
  return readWhole(contents, ref);
}

/**
 * Compares a content and its compressed copies with the hash. Repairs a damaged content.
 * @returns the encodings of whole copies
 * @throws BrokenFileError
 */
export async function checkContent(
  contents: Contents,
  ref: ContentRef,
  file: string,
): Promise<Encoding[]> {
  return inTurn(async () => {
    await readContent(contents, ref, file);
    // A content that was repaired only in memory cannot be sent from its file.
    if (!(await readWhole(contents, ref))) throw brokenFile(contents, ref, file);
    const whole: Encoding[] = [];
    for (const encoding of encodings) {
      if (await readCopy(contents, ref, encoding)) whole.push(encoding);
    }
    return whole;
  });
}

/** The compressed size of a content; one without a copy did not shrink. */
export async function sentBytes(contents: Contents, ref: ContentRef): Promise<number> {
  const copy = await stat(contentFile(contents, hashName(ref), 'br')).catch(() => undefined);
  return copy?.size ?? ref.bytes;
}

/** Lists hashes that this machine lacks. Synchronous, for use within a transaction. */
export function lackingHere(
  contents: Pick<Contents, 'dataDir'>,
  hashes: Iterable<string>,
): string[] {
  return [...hashes].filter((hash) => !existsSync(contentFile(contents, hash)));
}

/** A received content does not match its announcement. */
class WrongContentError extends Error {
  override name = 'WrongContentError';
  readonly isTooLong: boolean;

  constructor(isTooLong: boolean) {
    super(isTooLong ? 'It is longer than was announced.' : 'It is not what its hash says.');
    this.isTooLong = isTooLong;
  }
}

/**
 * Receives an untrusted content and hashes it meanwhile; stores it whole, or not at all.
 * @throws WrongContentError
 */
export async function receiveContent(
  contents: Contents,
  ref: ContentRef,
  body: Readable,
): Promise<void> {
  const target = contentFile(contents, hashName(ref));
  const part = temporaryBeside(target);
  await makeFolder(path.dirname(target));
  const handle = await open(part, 'wx', 0o644);
  try {
    const hash = createHash('sha384');
    let bytes = 0;
    // The connection stays open, as a refusal has to be answered.
    const pieces: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > ref.bytes) throw new WrongContentError(true);
      hash.update(piece);
      // `write` may write only a part, as on an almost full disk.
      await handle.appendFile(piece);
    }
    if (`sha384-${hash.digest('base64')}` !== ref.integrity) throw new WrongContentError(false);
    await handle.sync();
    await rename(part, target);
    await fsync(path.dirname(target));
    // Touches older copies too, so that they are not collected before a release names the content.
    await touch(contents, ref);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
