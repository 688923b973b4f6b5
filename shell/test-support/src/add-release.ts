import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BuiltRelease, describeFolder } from '@portfolio/releases/release/files.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { packRelease } from '@portfolio/releases/store/release-cache.ts';
import {
  changeSite,
  readLiveOf,
  type Store,
  writeLive,
  writeRelease,
} from '@portfolio/releases/store/store.ts';

type Says = Pick<Partial<Release>, 'origins' | 'page' | 'pages' | 'provides' | 'requires'>;
type Files = Record<string, string | Uint8Array>;

/** Stores a release with these files and makes it live, without checking it. */
export async function addRelease(store: Store, name: string, files: Files, says: Says = {}) {
  const release = await addPreview(store, name, files, says);
  const { ids } = await readLiveOf(store.database, name);
  await point(store, name, [release.id, ...ids.filter((id) => id !== release.id)]);
  return release;
}

/** Stores a release with these files as a preview. */
export async function addPreview(
  store: Store,
  name: string,
  files: Files,
  says: Says = {},
): Promise<Release> {
  const { release, contents } = await buildRelease(name, files, says);
  const archive = await packRelease(release, contents);
  await changeSite(store, (tx) => writeRelease(tx, release, archive));
  return release;
}

/** Sets what is live of a name, without checks. */
export async function point(store: Store, name: string, ids: readonly string[]): Promise<void> {
  await changeSite(store, (tx) => writeLive(tx, name, { ids, retired: [] }));
}

/** Builds a release with these files, which is not stored. */
export async function buildRelease(
  name: string,
  files: Files,
  says: Says = {},
): Promise<BuiltRelease> {
  await using disposable = await mkdtempDisposable(path.join(os.tmpdir(), 'portfolio-release-'));
  const folder = disposable.path;
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return await describeFolder(folder, { ...declared(name, files), ...says });
}

/** What a build declares of a release with these files. */
export function declared(name: string, files: Files) {
  const entry = Object.keys(files).find((file) => file.endsWith('.mjs')) ?? '';
  return { name, entry, commit: 'abc1234', requires: {} };
}
