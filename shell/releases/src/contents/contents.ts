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

/** Where contents are: `<dataDir>/files/<2 digits>/<hash>`, each once, with its compressed copies beside it. */
export interface Contents {
  dataDir: string;
  shared: SharedContents;
}

/** The contents in the database of several machines, of which each machine has some; of one machine alone, its folder. */
export interface SharedContents {
  /** Sends what the database lacks; from then on an hour passes until it is collected. */
  sendContents(refs: Iterable<ContentRef>): Promise<void>;
  /** Writes a content from the database into this machine's folder; false when it has none. */
  fetchContent(ref: ContentRef): Promise<boolean>;
  /** Within a transaction: which of these the database lacks. */
  missingContents(hashes: readonly string[]): Steps<string[]>;
  /** Within a transaction: removes what is none of these and has not been used for an hour. */
  collectContents(named: ReadonlySet<string>): Steps<void>;
}

/** One machine alone has all contents in its folder. */
export function contentsAlone(dataDir: string): SharedContents {
  return {
    async sendContents() {},
    fetchContent: async () => false,
    *missingContents(hashes) {
      // The folder is asked, and no statement needed.
      yield* [];
      return lackingHere({ dataDir }, hashes);
    },
    *collectContents() {},
  };
}

/** The file that a content is in, or a compressed copy of it. */
export function contentFile(
  { dataDir }: Pick<Contents, 'dataDir'>,
  hash: string,
  encoding?: Encoding,
): string {
  const file = path.join(dataDir, 'files', hash.slice(0, 2), hash);
  return encoding ? `${file}.${encoding}` : file;
}

/** How copies are compressed, as their files end; in HTTP `gz` is `gzip`. */
export type Encoding = 'br' | 'gz';

export const encodings: readonly Encoding[] = ['br', 'gz'];

/** Pictures and fonts are compressed already; what else there is becomes a quarter of its size. */
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

/** Contents that are in memory at once, of 16 MB each. */
const inTurn = pLimit(4);

/**
 * Keeps a content under its hash, with compressed copies where its file is a text that shrinks. What is
 * there already is touched, so that it is not collected, and written anew if it is damaged.
 * @param file the name that it has in a release
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

/** Makes the compressed copies of a content that is there, and those that are damaged anew. */
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

/** First the time, then the comparison: what is collected in between is seen to be missing. */
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

/** The content of its file, if it is what its hash says. */
async function readWhole(contents: Contents, ref: ContentRef): Promise<Buffer | undefined> {
  const content = await readBounded(contentFile(contents, hashName(ref)), ref.bytes);
  const isRight =
    content?.length === ref.bytes && (await computeIntegrity(content)) === ref.integrity;
  return isRight ? content : undefined;
}

/** Nothing for what is missing, cannot be read, or is larger than it may be. */
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
 * A content, compared with its hash. One that is damaged is repaired from a compressed copy beside it, or
 * fetched from the other machines.
 * @param file what to call it in an error
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
  // Never more than it may have: a damaged copy could unpack to gigabytes.
  const bound = { maxOutputLength: Math.max(1, ref.bytes) };
  const content = copy && (await unpack[encoding](copy, bound).catch(() => undefined));
  return content && (await computeIntegrity(content)) === ref.integrity ? content : undefined;
}

async function repair(contents: Contents, ref: ContentRef): Promise<Buffer | undefined> {
  for (const encoding of encodings) {
    const content = await readCopy(contents, ref, encoding);
    if (!content) continue;
    // A disk that is full or read-only serves it all the same.
    await replaceContent(contents, ref, content).catch(() => {});
    return content;
  }
  if (!(await contents.shared.fetchContent(ref))) return undefined;
  return readWhole(contents, ref);
}

/** A content whose file can be sent, as it was when it was checked. */
export interface CheckedContent {
  file: string;
  bytes: number;
  copies: Partial<Record<Encoding, { file: string; bytes: number }>>;
}

/**
 * Compares a content and its compressed copies with its hash; what is damaged is repaired or, of a copy,
 * left out.
 * @throws BrokenFileError
 */
export async function checkContent(
  contents: Contents,
  ref: ContentRef,
  file: string,
): Promise<CheckedContent> {
  return inTurn(async () => {
    await readContent(contents, ref, file);
    // What cannot be written is repaired in memory alone, and cannot be sent.
    if (!(await readWhole(contents, ref))) throw brokenFile(contents, ref, file);
    const hash = hashName(ref);
    const checked: CheckedContent = {
      file: contentFile(contents, hash),
      bytes: ref.bytes,
      copies: {},
    };
    for (const encoding of encodings) {
      if (!(await readCopy(contents, ref, encoding))) continue;
      const copy = contentFile(contents, hash, encoding);
      checked.copies[encoding] = { file: copy, bytes: (await stat(copy)).size };
    }
    return checked;
  });
}

/** What a content weighs as it is sent: one without a compressed copy did not shrink. */
export async function sentBytes(contents: Contents, ref: ContentRef): Promise<number> {
  const copy = await stat(contentFile(contents, hashName(ref), 'br')).catch(() => undefined);
  return copy?.size ?? ref.bytes;
}

/** Which of these this machine does not have. Synchronous, for use within a transaction. */
export function lackingHere(
  contents: Pick<Contents, 'dataDir'>,
  hashes: Iterable<string>,
): string[] {
  return [...hashes].filter((hash) => !existsSync(contentFile(contents, hash)));
}

/** What was sent is not the content that was announced. */
export class WrongContentError extends Error {
  override name = 'WrongContentError';
  readonly isTooLong: boolean;

  constructor(isTooLong: boolean) {
    super(isTooLong ? 'It is longer than was announced.' : 'It is not what its hash says.');
    this.isTooLong = isTooLong;
  }
}

/**
 * Receives a content from another person, hashing it as it comes: it is there as a whole, or not at all.
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
    // A refused request is answered, so its connection is kept.
    const pieces: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > ref.bytes) throw new WrongContentError(true);
      hash.update(piece);
      // `write` alone may write a part of it, as where the disk is about to be full.
      await handle.appendFile(piece);
    }
    if (`sha384-${hash.digest('base64')}` !== ref.integrity) throw new WrongContentError(false);
    await handle.sync();
    await rename(part, target);
    await fsync(path.dirname(target));
    // The copies of it that are here are as young now, so they are not collected before it is named.
    await touch(contents, ref);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
