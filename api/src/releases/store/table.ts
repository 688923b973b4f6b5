import { readFailures } from './failure-counts.ts';
import { readPointer } from './live-pointer.ts';
import type { Release } from './release.ts';
import { listNames, listReleases, type Store } from './store.ts';

/** A line of `npm run releases`. */
export interface Row {
  name: string;
  id: string;
  is: 'live' | 'previous' | 'older' | 'preview';
  age: string;
  size: string;
  commit: string;
  /** For how many visitors it could not be used. */
  failed: number;
}

/** Every release of the store, by name, newest first. */
export async function tableOfReleases(store: Store, now: Date): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of await listNames(store)) {
    const pointer = await readPointer(store, name);
    const releases = await listReleases(store, name);
    for (const release of releases) {
      const failed = await readFailures(store, release);
      rows.push({ ...rowOf(release, pointer.indexOf(release.id), now), failed });
    }
  }
  return rows;
}

function rowOf(release: Release, position: number, now: Date): Omit<Row, 'failed'> {
  const { name, id, commit } = release;
  const bytes = Object.values(release.files).reduce((sum, file) => sum + file.bytes, 0);
  return {
    name,
    id,
    is: position < 0 ? 'preview' : ((['live', 'previous'] as const)[position] ?? 'older'),
    age: ageOf(now.getTime() - Date.parse(release.createdAt)),
    size: `${Math.round(bytes / 1000)} kB`,
    commit,
  };
}

const steps = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
] as const;

/** A time span in its largest unit, such as `3 h`. */
export function ageOf(ms: number): string {
  const step = steps.find((candidate) => ms >= candidate.ms);
  return step ? `${Math.floor(ms / step.ms)} ${step.unit}` : 'now';
}
