import { cp, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { idOf } from '@portfolio/releases/release/release.ts';

/** A store as it is after a year: copies of every release under other ids, none of them live. */
export async function addReleases(dataDir: string, target: string, total: number): Promise<void> {
  await cp(dataDir, target, { recursive: true });
  const store = path.join(target, 'releases');
  const names = (await readdir(store)).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    const [live] = JSON.parse(await readFile(path.join(store, name, 'live.json'), 'utf8'));
    const release = path.join(store, name, live);
    for (let copy = 1; copy < total / names.length; copy += 1) await copyRelease(release, copy);
  }
}

/**
 * Another package that it requires makes it another release; files are further names of the same ones,
 * so that 400 releases need no more room than 4.
 */
async function copyRelease(release: string, copy: number): Promise<void> {
  const { id: _id, ...description } = JSON.parse(
    await readFile(path.join(release, 'release.json'), 'utf8'),
  );
  description.requires = { ...description.requires, copy: String(copy) };
  const own = { ...description, id: idOf(description) };
  const target = path.join(path.dirname(release), own.id);
  const entries = await readdir(release, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((file) => file.isFile())) {
    const file = path.relative(release, path.join(entry.parentPath, entry.name));
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    if (file !== 'release.json') await link(path.join(release, file), path.join(target, file));
  }
  await writeFile(path.join(target, 'release.json'), JSON.stringify(own));
}
