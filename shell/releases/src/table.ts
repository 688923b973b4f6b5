import { readFailures } from './failure-counts.ts';
import { whenLeft } from './left-live.ts';
import { readPointer } from './live-pointer.ts';
import type { Release } from './release.ts';
import { listNames, listReleases, type Store } from './store.ts';

/** A line of `npm run releases`. */
export interface Row {
  name: string;
  id: string;
  is: 'live' | 'previous' | 'older' | 'rolled back' | 'preview';
  createdAt: string;
  bytes: number;
  commit: string;
  /** For how many visitors it could not be used. */
  failed: number;
}

/** Every release of the store, by name, newest first. */
export async function tableOfReleases(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of await listNames(store)) {
    const pointer = await readPointer(store, name);
    const releases = await listReleases(store, name);
    for (const release of releases) {
      const is = await placeOf(store, release, pointer);
      const failed = await readFailures(store, release);
      rows.push({ ...rowOf(release, is), failed });
    }
  }
  return rows;
}

async function placeOf(store: Store, release: Release, pointer: string[]): Promise<Row['is']> {
  const position = pointer.indexOf(release.id);
  if (position >= 0) return (['live', 'previous'] as const)[position] ?? 'older';
  // What a roll-back took out of the pointer was given to pages once; a preview never was.
  return (await whenLeft(store, release)) ? 'rolled back' : 'preview';
}

function rowOf(release: Release, is: Row['is']): Omit<Row, 'failed'> {
  const { name, id, createdAt, commit } = release;
  const bytes = Object.values(release.files).reduce((sum, file) => sum + file.bytes, 0);
  return {
    name,
    id,
    is,
    createdAt,
    bytes,
    commit,
  };
}
