import { constants } from 'node:fs';
import { lstat, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  hashName,
  type Place,
  type Publish,
  PublishRefusedError,
  pagesIn,
} from '@portfolio/releases/access/index.ts';
import { hashApart } from '@portfolio/releases/release/fingerprint.ts';

/** What was sent so far of a file that is not there as a whole. */
export interface Missing {
  hash: string;
  bytes: number;
  received: number;
}

interface Received {
  statement: Publish;
  folder: string;
}

const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;

const contents = new WeakMap<Publish, Map<string, Place>>();

/** The contents that a statement lists, by the name they have on the disk and in an address. */
export function wanted(statement: Publish): ReadonlyMap<string, Place> {
  const known = contents.get(statement);
  if (known) return known;
  const pages = pagesIn(statement).map(({ place }) => place);
  const places = [...Object.values(statement.description.files), ...pages];
  const listed = new Map(places.map((place) => [hashName(place), place]));
  contents.set(statement, listed);
  return listed;
}

/** What is still to be sent. */
export async function missingOf({ statement, folder }: Received): Promise<Missing[]> {
  const all = await Promise.all(
    [...wanted(statement)].map(async ([hash, { bytes }]) => {
      const found = await lstat(path.join(folder, hash)).catch(() => undefined);
      return { hash, bytes, received: found ? found.size : -1 };
    }),
  );
  const lacking = all.filter(({ bytes, received }) => received !== bytes);
  return lacking.map((each) => ({ ...each, received: Math.max(0, each.received) }));
}

/**
 * Appends what comes to a file, from where it broke off; what arrives of a broken line is kept.
 * @returns how many bytes of it there are now
 * @throws PublishRefusedError
 */
export async function receive(
  { statement, folder }: Received,
  hash: string,
  offset: number,
  body: Readable,
): Promise<number> {
  const place = wanted(statement).get(hash);
  if (!place)
    throw new PublishRefusedError(404, 'No file with this hash is a part of the release.');
  const file = await open(path.join(folder, hash), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    const { size } = await file.stat();
    if (size !== offset)
      throw new PublishRefusedError(409, `${size} bytes are here: go on from there.`, {
        received: size,
      });
    let at = size;
    // What is refused on the way is answered, so the line stays.
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      if (at + chunk.length > place.bytes)
        throw new PublishRefusedError(413, 'The file is longer than the statement says.');
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    return at;
  } finally {
    await file.close();
  }
}

/** The content that was sent; nothing when it is another one, which is thrown away. */
export async function readReceived(folder: string, place: Place): Promise<Buffer | undefined> {
  const file = path.join(folder, hashName(place));
  const content = await readFile(file);
  const isIt = content.length === place.bytes && (await hashApart(content)) === place.integrity;
  if (!isIt) await rm(file, { force: true });
  return isIt ? content : undefined;
}
