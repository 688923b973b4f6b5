import { opendir } from 'node:fs/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { isMissing } from '../folder/missing.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { readFailures } from '../ledger/visits.ts';
import { faultsOfFiles } from '../live/live-release.ts';
import { fallbackDepth, readPointerOrLast } from '../live/pointer.ts';
import { readReplaced } from '../live/replaced-at.ts';
import { readRetired } from '../live/retire.ts';
import { bytesOfPages } from '../markup/prerendered-pages.ts';
import { readDescription } from '../release/read-release.ts';
import { type Release, releaseId } from '../release/release.ts';
import { blockBytes, type ListedRelease, listNames, type Store, sectionFolder } from './store.ts';

export type { ListedRelease };

/** What looks like a release and is none. */
export interface BrokenRelease {
  name: string;
  id: string;
  reason: string;
}

/** More than a year of deploys; where there are more, `npm run releases` asks to prune. */
const mostListed = 20_000;

/** How many are read at a time: files that are open at once are few. */
const atOnce = 32;

/**
 * Every release of a name, newest first, and what only looks like one. A folder that cannot be listed
 * has none, and the fault says why.
 */
export async function inspectReleases(
  store: Store,
  name: string,
): Promise<{ releases: ListedRelease[]; broken: BrokenRelease[]; fault?: string | undefined }> {
  if (store.remote)
    return { releases: await store.remote.list(name), broken: [], fault: undefined };
  const releases: ListedRelease[] = [];
  const broken: BrokenRelease[] = [];
  const { ids, fault } = await listIds(sectionFolder(store, name));
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    await Promise.all(
      some.map(async (id) => {
        try {
          releases.push(await listed(store, await readDescription(store, name, id)));
        } catch (error) {
          if (!(error instanceof BrokenFileError)) throw error;
          broken.push({ name, id, reason: error.message });
        }
      }),
    );
  }
  releases.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  broken.sort((a, b) => a.id.localeCompare(b.id));
  return { releases, broken, fault };
}

/** Every release of a name, newest first. */
export async function listReleases(store: Store, name: string): Promise<ListedRelease[]> {
  return (await inspectReleases(store, name)).releases;
}

async function listed(store: Store, release: Release): Promise<ListedRelease> {
  const { name, id, createdAt, commit, origins } = release;
  const files = Object.values(release.files);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const ofPages = await bytesOfPages(store, release);
  return {
    name,
    id,
    createdAt,
    commit,
    bytes,
    ...(origins ? { origins } : {}),
    stored: bytes + blockBytes * files.length + ofPages,
  };
}

async function listIds(folder: string): Promise<{ ids: string[]; fault?: string }> {
  const ids: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (releaseId.safeParse(name).success) ids.push(name);
      if (ids.length === mostListed) break;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isMissing(error)) return { ids };
    // A team can make its folder unreadable for others.
    if (code === 'EACCES' || code === 'ENOTDIR' || code === 'ELOOP')
      return { ids, fault: `its folder cannot be listed (${code})` };
    throw error;
  }
  return { ids };
}

/** A line of `npm run releases`. */
export interface Row extends ListedRelease {
  is: 'live' | 'previous' | 'older' | 'rolled back' | 'retired' | 'preview';
  /** How many visitors it failed; unknown to a team that has its folder alone. */
  failed?: number;
}

/** Every release of the store, by name, newest first. */
export async function tableOfReleases(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of await listNames(store)) rows.push(...(await tableOf(store, name)));
  return rows;
}

/** Every release of a name, newest first. */
export async function tableOf(store: Store, name: string): Promise<Row[]> {
  const { ids } = await readPointerOrLast(store, name);
  const { releases } = await inspectReleases(store, name);
  const whenLeft = await readReplaced(store, name);
  const failures = await readFailures(store, name);
  const rows: Row[] = [];
  for (const release of releases) {
    const is = await placeOf(store, release, ids, whenLeft);
    rows.push({ ...release, is, ...(failures && { failed: failures.get(release.id) ?? 0 }) });
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
  // A release that was rolled back was given to pages once; a preview never was.
  return (await whenLeft(release.id)) ? 'rolled back' : 'preview';
}
