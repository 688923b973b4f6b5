import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isMissing } from './missing.ts';
import { type Release, releaseId, releaseName, releaseSchema } from './release.ts';

/** Where releases are: `<DATA_DIR>/releases/<name>/<id>/…` never changes, `live.json` points. */
export interface Store {
  folder: string;
}

/** The store of a site whose state is in this folder. */
export function storeIn(dataDir: string): Store {
  return { folder: path.join(dataDir, 'releases') };
}

/** The folder of one release; name and id are checked, so no address leaves the store. */
export function releaseFolder(store: Store, name: string, id: string): string {
  return path.join(store.folder, releaseName.parse(name), releaseId.parse(id));
}

/** The release's own description; nothing when there is no such release, or only a broken one. */
export async function readRelease(
  store: Store,
  name: string,
  id: string,
): Promise<Release | undefined> {
  try {
    const file = path.join(releaseFolder(store, name, id), 'release.json');
    return releaseSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const isBroken = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isMissing(error) || isBroken) return undefined;
    throw error;
  }
}

/** Every release of a name, newest first. */
export async function listReleases(store: Store, name: string): Promise<Release[]> {
  const folder = path.join(store.folder, releaseName.parse(name));
  const ids = (await listFolder(folder)).filter((id) => releaseId.safeParse(id).success);
  const releases = await Promise.all(ids.map((id) => readRelease(store, name, id)));
  return releases
    .filter((release) => release !== undefined)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** The names that have a folder in the store. */
export async function listNames(store: Store): Promise<string[]> {
  const names = await listFolder(store.folder);
  return names.filter((name) => releaseName.safeParse(name).success).sort();
}

/** A new folder on the same disk as the store, so that a release appears by one rename. */
export async function makeStagingFolder(store: Store): Promise<string> {
  const folder = path.join(store.folder, '.staging', crypto.randomUUID());
  await mkdir(folder, { recursive: true });
  return folder;
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
