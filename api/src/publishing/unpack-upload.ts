import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isFullDisk } from '@portfolio/releases/database/database.ts';
import type { Declared } from '@portfolio/releases/release/files.ts';
import { isPlainPath, printable, releaseLimits } from '@portfolio/releases/release/release.ts';
import { RefusedRequestError } from '@portfolio/releases/release/release-errors.ts';
import { type Extract, extract as extractTar, type Header } from 'tar-stream';

/** The file of an archive that describes the others. */
const descriptionFile = 'release.json';

const mostEntries = releaseLimits.files + 1;

/** What an entry has beside its bytes: its header, and what fills its last block. */
const entryBytes = 2048;

/**
 * Unpacks the `.tar.gz` of a request into an empty folder as it arrives, within bounds. The request stays open for the
 * answer; what was written before a refusal is left to the caller.
 * @param most the bytes of all files
 * @returns the description, which is not trusted
 * @throws RefusedRequestError
 */
export async function unpackUpload(
  request: IncomingMessage,
  folder: string,
  most: number,
): Promise<Declared> {
  const room = most + mostEntries * entryBytes;
  const source = request.iterator({ destroyOnReturn: false });
  const entries = extractTar();
  // Both end before the caller removes the folder.
  const [arrived, written] = await Promise.allSettled([
    pipeline(source, bounded(room), createGunzip(), bounded(room), entries),
    writeEntries(entries, folder),
  ]);
  if (arrived.status === 'fulfilled' && written.status === 'fulfilled') return written.value;
  const faults = [written, arrived].flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
  const told = faults.find((it) => it instanceof RefusedRequestError || isFullDisk(it));
  if (told) throw told;
  const [{ code, message }] = faults;
  throw new RefusedRequestError(
    400,
    `The archive cannot be unpacked (${printable(code ?? message)}): it was cut off, is no .tar.gz, or names a file twice.`,
  );
}

/** Passes on so many bytes at most: a small archive may have large files. */
function bounded(most: number) {
  return async function* (pieces: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > most)
        throw new RefusedRequestError(
          413,
          `The release has more than ${most.toLocaleString('en')} bytes: leave out what no page shows, or ask the owner to raise UPLOAD_BYTES.`,
        );
      yield piece;
    }
  };
}

async function writeEntries(entries: Extract, folder: string): Promise<Declared> {
  let description = 'null';
  let count = 0;
  for await (const entry of entries) {
    const { name } = entry.header;
    const file = path.join(folder, name);
    count += 1;
    const fault =
      count > mostEntries ? `there are more than ${mostEntries}` : faultOf(entry.header);
    if (fault) throw new RefusedRequestError(422, `Of the archive's entries, ${fault}.`);
    if (name === descriptionFile) description = await text(entry);
    else {
      await mkdir(path.dirname(file), { recursive: true });
      // Not over a file of the same name.
      await writeFile(file, entry as AsyncIterable<Buffer>, { flag: 'wx', mode: 0o600 });
    }
  }
  const declared = JSON.parse(description);
  if (typeof declared?.name === 'string') return declared;
  throw new RefusedRequestError(422, `The archive has no ${descriptionFile} of a release.`);
}

function faultOf({ name, type, size }: Header): string | undefined {
  const most = name === descriptionFile ? releaseLimits.descriptionBytes : releaseLimits.fileBytes;
  const shown = `"${printable(name)}"`;
  if (type !== 'file') return `${shown} is no file (${type})`;
  if (!isPlainPath(name)) return `${shown} is no plain path`;
  return size > most ? `${shown} has more than ${most.toLocaleString('en')} bytes` : undefined;
}
