import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { noRelease, ReleaseRefusedError } from '../release/release-errors.ts';
import { findRelease, readReleaseFile } from './release-rows.ts';
import type { Store } from './store.ts';

/**
 * Writes the files of a release into a folder for reading, with its description as `release.json`.
 * @returns how many files it has
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
  try {
    for (const file of Object.keys(release.files)) {
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await readReleaseFile(store, release, file));
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    throw new ReleaseRefusedError(`${ref.name}@${ref.id} is broken: ${error.message}.`);
  }
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  return Object.keys(release.files).length;
}
