import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { readLiveRelease } from '../live/live-release.ts';
import type { Store } from '../store/store.ts';
import { readDescription, readReleaseFile } from './read-release.ts';

/** How many are told: whoever reads them needs no more. */
const mostTold = 10;

/** What is wrong with the files of a release, every one of them read and compared with its hash. */
export async function faultsOfFiles(store: Store, ref: ReleaseRef): Promise<string[]> {
  const faults = await faultsOfCopy(store, ref);
  // What is wrong with one machine's disk is no fault of the release.
  if (faults.length === 0 || !(await store.shared?.mend(ref))) return faults;
  return faultsOfCopy(store, ref);
}

async function faultsOfCopy(store: Store, { name, id }: ReleaseRef): Promise<string[]> {
  const faults = new Set<string>();
  const note = (error: unknown): undefined => {
    if (!(error instanceof BrokenFileError)) throw error;
    faults.add(error.message);
  };
  const release = await readDescription(store, name, id).catch(note);
  for (const file of Object.keys(release?.files ?? {}))
    if (release) await readReleaseFile(store, release, file).catch(note);
  if (release && faults.size === 0) await readLiveRelease(store, release).catch(note);
  return [...faults].slice(0, mostTold);
}
