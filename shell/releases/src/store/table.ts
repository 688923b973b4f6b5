import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { readFailures } from '../ledger/visits.ts';
import { readPointerOrLast } from '../live/pointer.ts';
import { fallbackDepth, readLeft } from '../live/replaced-at.ts';
import { readRetired } from '../live/retire.ts';
import { faultsOfFiles } from '../release/damaged-files.ts';
import { inspectReleases, type ListedRelease } from './list-releases.ts';
import { listNames, type Store } from './store.ts';

/** A line of `npm run releases`. */
export interface Row extends ListedRelease {
  is: 'live' | 'previous' | 'older' | 'rolled back' | 'retired' | 'preview';
  /** For how many visitors it could not be used; not known to a team that has its folder alone. */
  failed?: number;
}

/** Every release of the store, by name, newest first. */
export async function tableOfReleases(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of await listNames(store)) {
    const { ids } = await readPointerOrLast(store, name);
    const { releases } = await inspectReleases(store, name);
    const whenLeft = await readLeft(store, name);
    const failures = await readFailures(store, name);
    for (const release of releases) {
      const is = await placeOf(store, release, ids, whenLeft);
      rows.push({ ...release, is, ...(failures && { failed: failures.get(release.id) ?? 0 }) });
    }
  }
  return rows;
}

/**
 * What in the store is broken, a sentence each: pointers, what only looks like a release, and of what
 * is live every file.
 */
export async function findFaults(store: Store): Promise<string[]> {
  const faults: string[] = [];
  for (const name of await listNames(store)) {
    const { ids, fault } = await readPointerOrLast(store, name);
    if (fault)
      faults.push(
        `${name}: ${fault}. Repair it with a deploy, or: npm run rollback -- ${name} <id>`,
      );
    const { releases, broken, fault: shut } = await inspectReleases(store, name);
    if (shut) {
      faults.push(`${name}: ${shut}. Give the site's user the right to read it`);
      continue;
    }
    faults.push(...broken.map(({ id, reason }) => `${name}@${id}: ${reason}`));
    const used = ids.slice(0, fallbackDepth);
    const there = new Set([...releases, ...broken].map(({ id }) => id));
    faults.push(
      ...used
        .filter((id) => !there.has(id))
        .map((id) => `${name}@${id}: should be live and is missing`),
    );
    for (const { id } of releases.filter(({ id }) => used.includes(id)))
      faults.push(
        ...(await faultsOfFiles(store, { name, id })).map((fault) => `${name}@${id}: ${fault}`),
      );
  }
  return faults;
}

async function placeOf(
  store: Store,
  release: ReleaseRef,
  pointer: string[],
  whenLeft: (id: string) => Promise<Date | undefined>,
): Promise<Row['is']> {
  const position = pointer.indexOf(release.id);
  if (position >= 0) return (['live', 'previous'] as const)[position] ?? 'older';
  if (pointer.length === 0 && (await readRetired(store, release.name)).includes(release.id))
    return 'retired';
  // What a roll-back took out of the pointer was given to pages once; a preview never was.
  return (await whenLeft(release.id)) ? 'rolled back' : 'preview';
}
