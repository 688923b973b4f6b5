import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The folder for unfinished builds and uploads. */
export function workFolder({ dataDir }: { dataDir: string }): string {
  return path.join(dataDir, 'work');
}

/** Builds and uploads take minutes, so an older folder is of a killed process. */
const oldMs = 24 * 60 * 60_000;

/** Runs work with an empty folder, and deletes it afterwards, with those that killed processes left. */
export async function inWorkFolder<Result>(
  place: { dataDir: string },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(workFolder(place), crypto.randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(workFolder(place))) {
    const other = path.join(workFolder(place), entry);
    const { mtimeMs = Date.now() } = (await stat(other).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > oldMs) await rm(other, { recursive: true, force: true });
  }
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
