import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { pointerFile } from '@portfolio/releases/live/pointer.ts';
import { pageFilesOf } from '@portfolio/releases/markup/prerendered-pages.ts';
import { contentsFolder } from '@portfolio/releases/postgres/fetch-release.ts';
import { openPool } from '@portfolio/releases/postgres/pool.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { releaseFolder, type Store } from '@portfolio/releases/store/store.ts';
import { settingsOf } from './temporary-store.ts';

/** Writes nonsense over a release's description, where the store keeps it. */
export async function breakDescription(store: Store, { name, id }: ReleaseRef): Promise<void> {
  if (store.remote) {
    await change(store, `UPDATE releases SET description = '{' WHERE name = $1 AND id = $2`, [
      name,
      id,
    ]);
    await rm(releaseFolder(store, name, id), { recursive: true });
  } else await writeFile(path.join(releaseFolder(store, name, id), 'release.json'), '{');
}

/** Takes a release out of the store, as no command does. */
export async function loseRelease(store: Store, { name, id }: ReleaseRef): Promise<void> {
  await change(store, 'DELETE FROM releases WHERE name = $1 AND id = $2', [name, id]);
  await rm(releaseFolder(store, name, id), { recursive: true, force: true });
}

/** Takes a file of a release away, and what could bring it back. */
export async function loseFile(
  store: Store,
  { name, id, files }: Release,
  file: string,
): Promise<void> {
  const { integrity } = files[file] ?? {};
  await change(store, 'DELETE FROM release_files WHERE integrity = $1', [integrity]);
  await change(store, 'DELETE FROM files WHERE integrity = $1', [integrity]);
  await rm(path.join(releaseFolder(store, name, id), file));
  await rm(path.join(store.folder, contentsFolder), { recursive: true, force: true });
}

/** As many releases as that, of which nothing is there but their ids. */
export async function layNothings(store: Store, name: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, number) => number.toString(16).padStart(12, '0'));
  await change(
    store,
    `INSERT INTO releases SELECT $1, unnest($2::text[]), '{', now()::text, '', 0`,
    [name, ids],
  );
  if (!store.remote)
    for (const id of ids) await mkdir(releaseFolder(store, name, id), { recursive: true });
}

/** Writes nonsense in the place of what is live, and every machine hears of it. */
export async function breakPointer(store: Store, name: string, text: string): Promise<void> {
  await change(store, 'UPDATE sections SET ids = $2, changed = changed + 1 WHERE name = $1', [
    name,
    text,
  ]);
  if (store.remote) await store.remote.pull();
  else await writeFile(pointerFile(store, name), text);
}

/** The same with the pages of a release in one layout. */
export async function breakPages(
  store: Store,
  { name, id, layout }: ReleaseRef & { layout: string },
  text: string,
): Promise<void> {
  await change(store, 'UPDATE pages SET content = $4 WHERE name = $1 AND id = $2 AND frame = $3', [
    name,
    id,
    layout,
    text,
  ]);
  const file = (await pageFilesOf(store, { name, id })).get(layout);
  if (file) await writeFile(file, text);
}

/** In the database of a shared store, behind everybody's back; a folder has none. */
export async function change(
  store: Store,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const { DATABASE_URL } = settingsOf(store);
  if (!DATABASE_URL) return;
  const pool = openPool(DATABASE_URL, { max: 1 });
  await pool.run(statement, values);
  await pool.end();
}
