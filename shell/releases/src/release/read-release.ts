import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError, readInside } from '../folder/read-inside.ts';
import { type Store, sectionFolder } from '../store/store.ts';
import { hashApart } from './fingerprint.ts';
import {
  idOf,
  isReleaseRef,
  most,
  type Release,
  releaseId,
  releaseName,
  releaseSchema,
} from './release.ts';

/** Names the files of one release. */
type Listed = Pick<Release, 'name' | 'id' | 'files'>;

/**
 * Reads the description of a release, believing nothing: it has to be bounded, to be about the very
 * folder it lies in, and to be what its id was made of.
 * @throws BrokenFileError that says why it is no release.
 */
export async function readDescription(store: Store, name: string, id: string): Promise<Release> {
  const [isName, isId] = [releaseName.safeParse(name).success, releaseId.safeParse(id).success];
  if (!isName || !isId) throw new BrokenFileError('', 'it is no release', true);
  const file = `${id}/release.json`;
  const text = await readInside(sectionFolder(store, name), file, most.descriptionBytes);
  return checkDescription(text, { name, id });
}

/**
 * The release that a text describes, if it is the one of this name and id.
 * @throws BrokenFileError that says why it is not.
 */
export function checkDescription(text: Buffer, { name, id }: ReleaseRef): Release {
  const file = `${id}/release.json`;
  const wrong = (reason: string) => new BrokenFileError(file, reason);
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
  const listed = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
  if (!listed) throw new BrokenFileError(file, `${printable(file)} is none of its files`, true);
  const place = `${release.id}/${file}`;
  const content = await readInside(sectionFolder(store, release.name), place, listed.bytes);
  const isWhole = content.length === listed.bytes;
  if (!isWhole || (await hashApart(content)) !== listed.integrity)
    throw new BrokenFileError(place, `${file} is not what release.json lists`);
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

/** What another person wrote, as it may stand on a terminal and in a log. */
export function printable(text: string, most = 100): string {
  return text.slice(0, most).replace(/[^\x20-\x7e]/g, '?');
}
