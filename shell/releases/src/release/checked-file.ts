import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { BrokenFileError, openInside, type Stamp } from '../folder/read-inside.ts';
import { type Store, sectionFolder } from '../store/store.ts';
import { printable } from './read-release.ts';
import type { Release } from './release.ts';

/** A file of a release whose size and hash were checked; it is read as a whole or in pieces. */
export interface CheckedFile {
  bytes: number;
  /** Some bytes of it, as long as it is the file that was checked. @throws BrokenFileError */
  read(start: number, length: number): Promise<Buffer>;
}

type Listed = Pick<Release, 'name' | 'id' | 'files'>;

/** Read at a time while a file is checked. */
const pieceBytes = 256 * 1024;

/**
 * Checks size and hash of a file once, piece by piece.
 * @throws BrokenFileError when it is not what the release lists.
 */
export async function checkFile(store: Store, release: Listed, file: string): Promise<CheckedFile> {
  const { bytes = 0, integrity } = release.files[file] ?? {};
  const place = placeOf(store, release, file);
  const hash = createHash('sha384');
  if (!Object.hasOwn(release.files, file))
    throw new BrokenFileError(file, `${printable(file)} is none of its files`, true);
  const stamp = await openInside(...place, bytes, async (handle, found) => {
    for await (const piece of piecesOf(handle, found.size)) hash.update(piece);
    if (found.size !== bytes || written(hash) !== integrity)
      throw new BrokenFileError(place[1], `${path.basename(file)} is not what release.json lists`);
    return found.stamp;
  });
  return readInPieces(place, bytes, stamp);
}

/** The compressed copy beside it; nothing when there is none, or it is not a copy. */
export async function checkCopy(
  store: Store,
  release: Listed,
  file: string,
): Promise<CheckedFile | undefined> {
  const { bytes = 0, integrity } = release.files[file] ?? {};
  const place = placeOf(store, release, `${file}.br`);
  try {
    const hash = createHash('sha384');
    const found = await openInside(...place, bytes, async (handle, { size, stamp }) => {
      let length = 0;
      await pipeline(
        Readable.from(piecesOf(handle, size)),
        createBrotliDecompress(),
        async (unpacked) => {
          for await (const piece of unpacked as AsyncIterable<Buffer>) {
            length += piece.length;
            // What would grow beyond the content is not unpacked any further.
            if (length > bytes) throw new BrokenFileError(place[1], 'it is no copy');
            hash.update(piece);
          }
        },
      );
      return { size, stamp };
    });
    return written(hash) === integrity ? readInPieces(place, found.size, found.stamp) : undefined;
  } catch {
    return undefined;
  }
}

type Place = readonly [folder: string, file: string];

function placeOf(store: Store, { name, id }: Listed, file: string): Place {
  return [sectionFolder(store, name), `${id}/${file}`];
}

/** It is opened anew for each piece: however many are sent at once, none stays open meanwhile. */
function readInPieces(place: Place, bytes: number, stamp: Stamp): CheckedFile {
  return {
    bytes,
    read: (start, length) =>
      openInside(...place, bytes, async (handle, found) => {
        if (found.stamp !== stamp) throw new BrokenFileError(place[1], `${place[1]} has changed`);
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
  if (bytesRead !== length) throw new BrokenFileError('', 'it changes while it is read');
  return buffer;
}

function written(hash: Hash): string {
  return `sha384-${hash.digest('base64')}`;
}
