import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { readLiveOf, writeLive } from '@portfolio/releases/store/release-rows.ts';
import { changeSite, type Store } from '@portfolio/releases/store/store.ts';
import { inWorkFolder } from '@portfolio/releases/store/work-folder.ts';

type Says = Pick<Partial<Release>, 'origins' | 'page' | 'pages' | 'provides' | 'requires'>;

/** Publishes a release with these files and makes it live, without checking it against the others. */
export async function addRelease(
  store: Store,
  name: string,
  files: Record<string, string | Uint8Array>,
  says: Says = {},
): Promise<Release> {
  const release = await addPreview(store, name, files, says);
  const { ids } = readLiveOf(store, name);
  await point(store, name, [release.id, ...ids.filter((id) => id !== release.id)]);
  return release;
}

/** Publishes a release with these files as a preview. */
export async function addPreview(
  store: Store,
  name: string,
  files: Record<string, string | Uint8Array>,
  says: Says = {},
): Promise<Release> {
  return publish(store, await buildRelease(store, name, files, says));
}

/** Sets what is live of a name, without checks. */
export async function point(store: Store, name: string, ids: readonly string[]): Promise<void> {
  await changeSite(store, () => writeLive(name, { ids, retired: [] }, Date.now()));
}

/** Builds a release with these files: its contents are in the store, but it is not published. */
export async function buildRelease(
  store: Store,
  name: string,
  files: Record<string, string | Uint8Array>,
  says: Says = {},
): Promise<Release> {
  return inWorkFolder(store, async (folder) => {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
    }
    const entry = Object.keys(files).find((file) => file.endsWith('.mjs')) ?? '';
    return fingerprint(store, folder, {
      name,
      entry,
      createdAt: new Date().toISOString(),
      commit: 'abc1234',
      requires: {},
      ...says,
    });
  });
}
