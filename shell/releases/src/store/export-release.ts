import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { noRelease, ReleaseRefusedError } from '../release/release-errors.ts';
import { findRelease, readReleaseFile } from './release-rows.ts';
import type { Store } from './store.ts';

/**
 * Writes the files of a release into a folder, with its description as `release.json`.
 * @returns the number of files
 * @throws ReleaseRefusedError
 */
export async function exportRelease(
  store: Store,
  ref: ReleaseRef,
  folder: string,
): Promise<number> {
  const release = findRelease(store, ref);
  if (!release) throw noRelease(ref.name, ref.id);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new ReleaseRefusedError(`${folder} is not empty. Name a folder that is not there yet.`);
  for (const file of Object.keys(release.files)) {
    const target = path.join(folder, file);
    try {
      const content = await readReleaseFile(store, release, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, content, { flag: 'wx' });
    } catch (error) {
      throw faultOfExport(error as NodeJS.ErrnoException, ref, target);
    }
  }
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  return Object.keys(release.files).length;
}

/** Words errors: the disk may not support a team's names of files, such as `a` and `a/b`. */
function faultOfExport(
  error: NodeJS.ErrnoException,
  { name, id }: ReleaseRef,
  file: string,
): Error {
  if (error instanceof BrokenFileError)
    return new ReleaseRefusedError(`${name}@${id} is broken: ${error.message}.`);
  if (!error.code) return error;
  return new ReleaseRefusedError(
    `${file} cannot be written (${error.code}). Make room, or name a folder on another disk.`,
  );
}
