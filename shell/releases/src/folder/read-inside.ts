import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isPlainPath } from '../release/release.ts';

/** A file is not what a release is made of; the message names it and says why. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
  /** Its path in the folder, to see whether it was repaired. */
  readonly file: string;
  /** It is simply not there, which is often no fault. */
  readonly isMissing: boolean;

  constructor(file: string, message: string, isMissing = false) {
    super(message);
    this.file = file;
    this.isMissing = isMissing;
  }
}

const broken = {
  missing: (file: string) => new BrokenFileError(file, `${file} is missing`, true),
  path: (file: string) => new BrokenFileError(file, `${JSON.stringify(file)} is no plain path`),
  link: (file: string) => new BrokenFileError(file, `${file} is or lies behind a link`),
  kind: (file: string) => new BrokenFileError(file, `${file} is no regular file`),
  large: (file: string, bytes: number, atMost: number) =>
    new BrokenFileError(file, `${file} has ${bytes} bytes, ${atMost} are allowed`),
  changing: (file: string) => new BrokenFileError(file, `${file} changes while it is read`),
  unreadable: (file: string, code: string) =>
    new BrokenFileError(file, `${file} cannot be read (${code})`),
};

/** Sentences for the system's usual codes; any other error is shown by its code. */
const reasons: Record<string, (file: string) => BrokenFileError> = {
  ENOENT: broken.missing,
  ENOTDIR: broken.missing,
  ELOOP: broken.link,
  EISDIR: broken.kind,
  ENXIO: broken.kind,
};

/** A link at the end is refused by the system itself, and a FIFO does not wait for its other end. */
const carefully = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file of a folder that others can write into: a regular file inside it, behind no link, and
 * no larger than allowed. Nothing of what is read stands in the error.
 * @param file its path in the folder, with slashes
 * @param look is shown its stamp before it is read, and may throw
 * @throws BrokenFileError
 */
export async function readInside(
  folder: string,
  file: string,
  atMost: number,
  look: (stamp: string) => void = () => {},
): Promise<Buffer> {
  return openInside(folder, file, atMost, (handle, { size, stamp }) => {
    look(stamp);
    return readExactly(handle, size, file);
  });
}

/**
 * Opens such a file, to read it piece by piece. Its stamp changes whenever it is written, or another is put
 * in its place.
 * @throws BrokenFileError
 */
export async function openInside<Result>(
  folder: string,
  file: string,
  atMost: number,
  read: (handle: FileHandle, found: { size: number; stamp: string }) => Promise<Result>,
): Promise<Result> {
  if (!isPlainPath(file)) throw broken.path(file);
  const place = path.join(folder, file);
  let handle: FileHandle | undefined;
  try {
    await refuseLinks(folder, place, file);
    handle = await open(place, carefully);
    const found = await handle.stat({ bigint: true });
    const size = Number(found.size);
    if (!found.isFile()) throw broken.kind(file);
    if (size > atMost) throw broken.large(file, size, atMost);
    const { dev, ino, ctimeNs, mtimeNs } = found;
    return await read(handle, { size, stamp: [dev, ino, size, ctimeNs, mtimeNs].join(':') });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'EMFILE' || code === 'ENFILE') throw error;
    throw reasons[code]?.(file) ?? broken.unreadable(file, code);
  } finally {
    await handle?.close();
  }
}

/** The folder itself may be a link of the owner's; below it none is followed. */
async function refuseLinks(folder: string, place: string, file: string): Promise<void> {
  const [root, parent] = await Promise.all([realpath(folder), realpath(path.dirname(place))]);
  if (parent !== path.join(root, path.dirname(file))) throw broken.link(file);
}

/** @throws BrokenFileError when there is less or more than the system says. */
async function readExactly(handle: FileHandle, bytes: number, file: string): Promise<Buffer> {
  // Tries to read one byte more: files of /proc report a size of 0, and are not empty.
  const content = Buffer.allocUnsafe(bytes + 1);
  let length = 0;
  while (length <= bytes) {
    const { bytesRead } = await handle.read(content, length, content.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length !== bytes) throw broken.changing(file);
  return content.subarray(0, bytes);
}
