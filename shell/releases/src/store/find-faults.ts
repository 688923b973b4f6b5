import { checkContent } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { isSourceMap, type Release } from '../release/release.ts';
import { fallbackDepth, findRelease, readLive } from './release-rows.ts';
import type { Store } from './store.ts';

/** Checks all contents of live releases and their fallbacks. @returns a sentence for each fault */
export async function findFaults(store: Store): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, { ids }] of readLive(store)) {
    for (const id of ids.slice(0, fallbackDepth)) {
      const release = findRelease(store, { name, id });
      const found = release
        ? await faultsOfFiles(store, release)
        : ['should be live and is missing'];
      faults.push(...found.map((fault) => `${name}@${id}: ${fault}`));
    }
  }
  return faults;
}

const mostNamed = 10;

/** Compares the files of a release that visitors get with their hashes, and repairs them if possible. */
export async function faultsOfFiles(
  store: Store,
  { files }: Pick<Release, 'files'>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [file, ref] of Object.entries(files)) {
    if (isSourceMap(file)) continue;
    await checkContent(store, ref, file).catch((error) => {
      if (!(error instanceof BrokenFileError)) throw error;
      faults.push(error.message);
    });
    if (faults.length === mostNamed) break;
  }
  return faults;
}
