import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningSite } from './running-site.ts';

interface ReleaseFile {
  files: Record<string, { bytes: number; integrity: string }>;
  entry: string;
}

/** The id of a name's release: the live one is number 0, the one before number 1. */
export async function idOf({ dataDir }: RunningSite, name: string, number = 0): Promise<string> {
  const ids = JSON.parse(await readFile(path.join(dataDir, 'releases', name, 'live.json'), 'utf8'));
  return ids[number];
}

/** Changes the script of a live release on the disk, behind everybody's back. */
export async function tamper(site: RunningSite, name: string, script: string): Promise<void> {
  const { file } = await liveEntry(site, name);
  await writeFile(file, script);
  await rm(`${file}.br`, { force: true });
}

/** The same, as a team would have released it: with the hash that belongs to it. */
export async function releaseScript(
  site: RunningSite,
  name: string,
  script: string,
): Promise<void> {
  const { folder, release } = await liveEntry(site, name);
  await tamper(site, name, script);
  const hash = createHash('sha384').update(script).digest('base64');
  release.files[release.entry] = { bytes: script.length, integrity: `sha384-${hash}` };
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
}

/** Takes the script of a live release away. */
export async function loseScript(site: RunningSite, name: string): Promise<void> {
  const { file } = await liveEntry(site, name);
  await rm(file);
  await rm(`${file}.br`, { force: true });
}

async function liveEntry(site: RunningSite, name: string) {
  const folder = path.join(site.dataDir, 'releases', name, await idOf(site, name));
  const text = await readFile(path.join(folder, 'release.json'), 'utf8');
  const release = JSON.parse(text) as ReleaseFile;
  return { folder, release, file: path.join(folder, release.entry) };
}
