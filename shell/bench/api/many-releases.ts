import { cp, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A store as it is after a year: copies of every release under other ids, none of them live. */
export async function addReleases(dataDir: string, target: string, total: number): Promise<void> {
  await cp(dataDir, target, { recursive: true });
  const store = path.join(target, 'releases');
  const names = (await readdir(store)).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    const [live] = JSON.parse(await readFile(path.join(store, name, 'live.json'), 'utf8'));
    const release = path.join(store, name, live);
    for (let copy = 1; copy < total / names.length; copy += 1)
      await copyRelease(release, path.join(store, name, copy.toString(16).padStart(12, '0')));
  }
}

/** Files as further names of the same ones: 400 releases need no more room than 4. */
async function copyRelease(release: string, target: string): Promise<void> {
  const entries = await readdir(release, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((file) => file.isFile())) {
    const file = path.relative(release, path.join(entry.parentPath, entry.name));
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    if (file !== 'release.json') await link(path.join(release, file), path.join(target, file));
  }
  const manifest = JSON.parse(await readFile(path.join(release, 'release.json'), 'utf8'));
  const own = { ...manifest, id: path.basename(target) };
  await writeFile(path.join(target, 'release.json'), JSON.stringify(own));
}
