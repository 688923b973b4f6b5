import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError, openInside, readInside } from '../folder/read-inside.ts';
import { type Store, sectionFolder } from '../store/store.ts';
import { hashApart } from './fingerprint.ts';
import { idOf, isReleaseRef, most, type Release, releaseSchema } from './release.ts';

/** Names the files of one release. */
type Listed = Pick<Release, 'name' | 'id' | 'files'>;

/**
 * Reads the description of a release and verifies it: bounded, about the folder it lies in, and with the
 * hash that its id is.
 * @throws BrokenFileError that says why it is no release.
 */
export async function readDescription(store: Store, name: string, id: string): Promise<Release> {
  if (!isReleaseRef({ name, id })) throw new BrokenFileError('it is no release', true);
  const file = `${id}/release.json`;
  const text = await readInside(sectionFolder(store, name), file, most.descriptionBytes);
  return checkDescription(text, { name, id });
}

/**
 * The release that a text describes, if it is the one of this name and id.
 * @throws BrokenFileError that says why it is not.
 */
export function checkDescription(text: Buffer, { name, id }: ReleaseRef): Release {
  const wrong = (reason: string) => new BrokenFileError(reason);
  const read = releaseSchema.safeParse(parseJson(text, wrong));
  if (!read.success) {
    const [issue] = read.error.issues;
    const at = printable(issue?.path.join('.') ?? '');
    throw wrong(`release.json is not right: ${at} ${issue?.message}`);
  }
  const release = read.data;
  if (release.name !== name) throw wrong('release.json names another section');
  if (release.id !== id) throw wrong('release.json names another id');
  if (idOf(release) !== id) throw wrong('its id is not the hash of its release.json');
  return release;
}

/** The release's own description; nothing when there is no such release, or only a broken one. */
export async function readRelease(
  store: Store,
  name: string,
  id: string,
): Promise<Release | undefined> {
  try {
    if (store.remote && isReleaseRef({ name, id })) await store.remote.fetch({ name, id });
    return await readDescription(store, name, id);
  } catch (error) {
    if (error instanceof BrokenFileError) return undefined;
    throw error;
  }
}

/**
 * The content of one file of a release, when it is what the release lists: its size and its hash.
 * @throws BrokenFileError
 */
export async function readReleaseFile(
  store: Store,
  release: Listed,
  file: string,
): Promise<Buffer> {
  const listed = listedFile(release, file);
  const place = `${release.id}/${file}`;
  const content = await readInside(sectionFolder(store, release.name), place, listed.bytes);
  const isWhole = content.length === listed.bytes;
  if (!isWhole || (await hashApart(content)) !== listed.integrity)
    throw new BrokenFileError(`${file} is not what release.json lists`);
  return content;
}

function parseJson(text: Buffer, wrong: (reason: string) => Error): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    // The parser's own words would repeat what it read.
    throw wrong('release.json is no JSON');
  }
}

/** Another person's text without control characters, for terminals and logs. */
export function printable(text: string, most = 100): string {
  return text.slice(0, most).replace(/[^\x20-\x7e]/g, '?');
}

/** @throws BrokenFileError when it is none of its files */
function listedFile({ files }: Listed, file: string): Release['files'][string] {
  const listed = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!listed) throw new BrokenFileError(`${printable(file)} is none of its files`, true);
  return listed;
}

/** A file of a release whose size and hash were checked; it is read as a whole or in pieces. */
export interface CheckedFile {
  bytes: number;
  /** Some bytes of it, as long as it is the file that was checked. @throws BrokenFileError */
  read(start: number, length: number): Promise<Buffer>;
}

/** Read at a time while a file is checked. */
const pieceBytes = 256 * 1024;

/**
 * Checks size and hash of a file once, piece by piece, or those of what is in the compressed copy beside it.
 * @throws BrokenFileError when it is not what the release lists.
 */
export async function checkFile(
  store: Store,
  release: Listed,
  file: string,
  copy?: 'br',
): Promise<CheckedFile> {
  const { bytes, integrity } = listedFile(release, file);
  const place = `${release.id}/${file}${copy ? '.br' : ''}`;
  const open = <Result>(read: Parameters<typeof openInside<Result>>[3]) =>
    openInside(sectionFolder(store, release.name), place, bytes, read);
  const wrong = (reason: string) => new BrokenFileError(`${path.basename(place)} ${reason}`);
  const hash = createHash('sha384');
  let length = 0;
  const checked = await open(async (handle, { size, stamp }) => {
    const unpack = copy ? createBrotliDecompress() : new PassThrough();
    await pipeline(piecesOf(handle, size), unpack, async (content) => {
      for await (const piece of content as AsyncIterable<Buffer>) {
        length += piece.length;
        // A copy that would grow beyond the content is not unpacked any further.
        if (length > bytes) throw wrong('unpacks to more than release.json lists');
        hash.update(piece);
      }
    });
    return { size, stamp };
  });
  if (length !== bytes || `sha384-${hash.digest('base64')}` !== integrity)
    throw wrong('is not what release.json lists');
  return {
    bytes: checked.size,
    // Opened anew for each piece, so that slow answers keep no file open.
    read: (start, length) =>
      open(async (handle, { stamp }) => {
        if (stamp !== checked.stamp) throw wrong('has changed');
        return readPiece(handle, start, length);
      }),
  };
}

async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += pieceBytes)
    yield await readPiece(handle, start, Math.min(pieceBytes, size - start));
}

async function readPiece(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, start);
  if (bytesRead !== length) throw new BrokenFileError('it changes while it is read');
  return buffer;
}
