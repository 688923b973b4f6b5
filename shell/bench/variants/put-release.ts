import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pageOf, readManifest } from '@portfolio/cli/manifest';
import { writePointer } from '@portfolio/releases/live/pointer.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { releaseFolder, type Store } from '@portfolio/releases/store/store.ts';

interface Built {
  name: string;
  folder: string;
  entry: string;
  /** The folder of a section's sources, which say where its page stands. */
  source?: string;
}

/**
 * Makes a built folder the live release of a name, without the checks of a deploy: the variants
 * beside the site are served by the same API, from stores of their own.
 * @returns its id
 */
export async function putRelease(store: Store, built: Built): Promise<string> {
  const { name, folder, entry, source } = built;
  const page = source ? pageOf(name, source, await readManifest(source)) : undefined;
  const createdAt = new Date().toISOString();
  const release = await fingerprint(folder, {
    name,
    entry,
    createdAt,
    commit: '',
    requires: {},
    page,
  });
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
  const target = releaseFolder(store, name, release.id);
  await mkdir(path.dirname(target), { recursive: true });
  await rename(folder, target);
  await writePointer(store, name, [release.id]);
  return release.id;
}
