import { mkdtempDisposable } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type AddOptions, addRelease as deploy } from '@portfolio/releases/live/change-live.ts';
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
import { writeFiles } from './temporary-store.ts';

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
  await using folder = await folderOf(files);
  return await describeFolder(folder.path, { ...declared(name, files), ...says });
}

/** Adds a release with these files, as a deploy does. */
export async function deployFiles(
  store: Store,
  name: string,
  files: Files,
  options: AddOptions = {},
  says: Says = {},
) {
  await using folder = await folderOf(files);
  return await deploy(store, folder.path, { ...declared(name, files), ...says }, options);
}

async function folderOf(files: Files) {
  const folder = await mkdtempDisposable(path.join(os.tmpdir(), 'portfolio-release-'));
  await writeFiles(folder.path, files);
  return folder;
}

/** What a build declares of a release with these files. */
export function declared(name: string, files: Files) {
  const entry = Object.keys(files).find((file) => file.endsWith('.mjs')) ?? '';
  const page = name === 'shell' ? undefined : declaredPage(name);
  return { name, entry, commit: 'abc1234', requires: {}, page };
}

/** The page of a section; home is the first. */
export function declaredPage(name: string, path = `/${name}`) {
  const order = name === 'home' ? 10 : 100;
  return { path, order, label: `${name}.document.title`, icon: 'panel-top' };
}
