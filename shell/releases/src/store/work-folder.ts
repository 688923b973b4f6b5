import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from './store.ts';

type Place = Pick<Store, 'dataDir'>;

/** The folder for unfinished builds. */
export function workFolder({ dataDir }: Place): string {
  return path.join(dataDir, 'work');
}

/** Runs work with an empty folder, and deletes the folder afterwards. */
export async function inWorkFolder<Result>(
  place: Place,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(workFolder(place), crypto.randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Builds take seconds, so an older folder is of a killed deploy. */
const oldMs = 24 * 60 * 60_000;

/** Deletes folders of killed deploys. */
export async function clearWork(place: Place): Promise<void> {
  const folder = workFolder(place);
  for (const entry of await readdir(folder).catch(() => [])) {
    const inner = path.join(folder, entry);
    const found = await stat(inner).catch(() => undefined);
    const isOld = found !== undefined && Date.now() - found.mtimeMs > oldMs;
    if (isOld) await rm(inner, { recursive: true, force: true });
  }
}
