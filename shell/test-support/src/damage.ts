import { rm, writeFile } from 'node:fs/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { changeSite, type Store } from '@portfolio/releases/store/store.ts';
import { settingsOf } from './temporary-store.ts';

export async function loseRelease(store: Store, { name, id }: ReleaseRef): Promise<void> {
  await changeSite(store, function* () {
    yield ['DELETE FROM releases WHERE name = $1 AND id = $2', [name, id]];
  });
}

/** Overwrites a file of a release, but not its compressed copies. */
export async function breakFile(store: Store, { files }: Release, file: string): Promise<void> {
  await writeFile(placeOf(store, files, file), 'broken');
}

/** Deletes a file of a release, and all copies that could repair it. */
export async function loseFile(store: Store, { files }: Release, file: string): Promise<void> {
  const place = placeOf(store, files, file);
  for (const ending of ['', '.br', '.gz']) await rm(place + ending, { force: true });
  const { integrity = '' } = files[file] ?? {};
  if (settingsOf(store).DATABASE_URL)
    await store.facts.run('DELETE FROM contents WHERE hash = $1', [hashName({ integrity })]);
}

function placeOf(store: Store, files: Release['files'], file: string): string {
  const { integrity = '' } = files[file] ?? {};
  return contentFile(store, hashName({ integrity }));
}

/** Adds rows of releases without files. */
export async function addEmptyReleases(store: Store, name: string, count: number): Promise<void> {
  await changeSite(store, function* () {
    for (let number = 0; number < count; number += 1)
      yield [
        `INSERT INTO releases (name, id, description, created_at, commit_hash, files, bytes)
        VALUES ($1, $2, '{"files":{}}', $3, '', 0, 0)`,
        [name, number.toString(16).padStart(12, '0'), new Date().toISOString()],
      ];
  });
}
