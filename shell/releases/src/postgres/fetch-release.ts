import { createHash } from 'node:crypto';
import { copyFile, link, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { fsync, removeTree, replaceFile, writeDurably } from '../folder/files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { hashApart } from '../release/fingerprint.ts';
import { checkDescription } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import { inStaging, releaseFolder, type Store } from '../store/store.ts';
import type { Run } from './pool.ts';
import { findDescription } from './releases.ts';

/** Contents of this machine by their hash; the folders of releases have links to them. */
export const contentsFolder = '.files';

/** Where releases come from, and this machine's copy. */
export interface Source {
  run: Run;
  copy: Store;
}

/** Enough for the largest file over a slow connection. */
const contentMs = 60_000;

/**
 * Lays a release into this machine's copy: every content compared with its hash, on the disk, and then
 * there by one rename.
 * @returns false when there is no such release
 * @throws BrokenFileError when the database has something else than the release lists
 */
export async function fetchRelease({ run, copy }: Source, ref: ReleaseRef): Promise<boolean> {
  const description = await findDescription(run, ref);
  if (description === undefined) return false;
  const release = checkDescription(Buffer.from(description), ref);
  await inStaging(copy, ref.name, async (staging) => {
    await layFiles(run, copy, release, staging);
    await writeDurably(path.join(staging, 'release.json'), description);
    await fsync(staging);
    await exchange(staging, releaseFolder(copy, ref.name, ref.id));
  });
  return true;
}

/** The same step removes a broken one. */
async function exchange(staging: string, folder: string): Promise<void> {
  const before = `${staging}-before`;
  await rename(folder, before).catch(() => {});
  await rename(staging, folder);
  await fsync(path.dirname(folder));
  await removeTree(before);
}

async function layFiles(run: Run, copy: Store, release: Release, staging: string): Promise<void> {
  const folders = new Set([staging]);
  await mkdir(path.join(copy.folder, contentsFolder), { recursive: true });
  for (const [file, place] of Object.entries(release.files)) {
    const target = path.join(staging, file);
    await mkdir(path.dirname(target), { recursive: true });
    folders.add(path.dirname(target));
    const kept = contentFile(copy, place.integrity);
    if (!(await isKept(kept, place.integrity))) await fetchContent(run, kept, place, file);
    // A disk without hard links stores it twice.
    await link(kept, target).catch(() => copyFile(kept, target));
    await link(`${kept}.br`, `${target}.br`).catch(() => {});
  }
  for (const folder of folders) await fsync(folder);
}

async function isKept(kept: string, integrity: string): Promise<boolean> {
  const content = await readFile(kept).catch(() => undefined);
  return content !== undefined && (await hashApart(content)) === integrity;
}

async function fetchContent(
  run: Run,
  kept: string,
  { bytes, integrity }: Release['files'][string],
  file: string,
): Promise<void> {
  const [row] = await run<{ content: Buffer; brotli: Buffer | null }>(
    `SELECT content, brotli FROM files WHERE integrity = $1
    AND octet_length(content) = $2 AND coalesce(octet_length(brotli), 0) <= $2`,
    [integrity, bytes],
    contentMs,
  );
  if (!row || (await hashApart(row.content)) !== integrity)
    throw new BrokenFileError(`${file} is not what release.json lists`);
  // The copy first: a content that is there counts as whole.
  if (row.brotli) await replaceFile(`${kept}.br`, row.brotli);
  await replaceFile(kept, row.content);
}

/** The hash as a file can be called. */
function contentFile({ folder }: Store, integrity: string): string {
  return path.join(folder, contentsFolder, createHash('sha256').update(integrity).digest('hex'));
}

/** One that was fetched a moment ago may wait for its link. */
const youngMs = 60 * 60_000;

/** Removes the contents to which no release of this machine has a link any more. */
export async function sweepContents(copy: Store): Promise<void> {
  const folder = path.join(copy.folder, contentsFolder);
  for (const entry of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, entry);
    const found = await lstat(file).catch(() => undefined);
    if (found && found.nlink === 1 && Date.now() - found.ctimeMs > youngMs)
      await rm(file, { force: true });
  }
}
