import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isPlainPath } from '../release/release.ts';

/** A file is not what a release is made of; the message names it and says why. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
  /** It is simply not there, which is often no fault. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

const missing = 'is missing';
const behindLink = 'is or lies behind a link';
const notRegular = 'is no regular file';

/** Of the system's usual codes; any other error is shown by its code. */
const reasons: Record<string, string> = {
  ENOENT: missing,
  ENOTDIR: missing,
  ELOOP: behindLink,
  EISDIR: notRegular,
  ENXIO: notRegular,
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
  return openInside(folder, file, atMost, async (handle, { size, stamp }) => {
    look(stamp);
    // One byte more is asked for: files of /proc report a size of 0, and are not empty.
    const content = Buffer.allocUnsafe(size + 1);
    let length = 0;
    // A folder behind a network may give less at a time than is asked for.
    for (let bytesRead = 1; bytesRead > 0 && length <= size; length += bytesRead)
      ({ bytesRead } = await handle.read(content, length));
    if (length !== size) throw broken(file, 'changes while it is read');
    return content.subarray(0, size);
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
  if (!isPlainPath(file)) throw new BrokenFileError(`${JSON.stringify(file)} is no plain path`);
  const place = path.join(folder, file);
  let handle: FileHandle | undefined;
  try {
    await refuseLinks(folder, place, file);
    handle = await open(place, carefully);
    const found = await handle.stat({ bigint: true });
    const size = Number(found.size);
    if (!found.isFile()) throw broken(file, notRegular);
    if (size > atMost) throw broken(file, `has ${size} bytes, ${atMost} are allowed`);
    const { dev, ino, ctimeNs, mtimeNs } = found;
    return await read(handle, { size, stamp: [dev, ino, size, ctimeNs, mtimeNs].join(':') });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'EMFILE' || code === 'ENFILE') throw error;
    throw broken(file, reasons[code] ?? `cannot be read (${code})`);
  } finally {
    await handle?.close();
  }
}

function broken(file: string, reason: string): BrokenFileError {
  return new BrokenFileError(`${file} ${reason}`, reason === missing);
}

/** The folder itself may be a link of the owner's; below it none is followed. */
async function refuseLinks(folder: string, place: string, file: string): Promise<void> {
  const [root, parent] = await Promise.all([realpath(folder), realpath(path.dirname(place))]);
  if (parent !== path.join(root, path.dirname(file))) throw broken(file, behindLink);
}
