import { opendir } from 'node:fs/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import pLimit from 'p-limit';
import { isMissing } from '../folder/files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { readFailures } from '../ledger/visits.ts';
import { faultsOfFiles } from '../live/live-release.ts';
import { fallbackDepth, readLeft, readPointerOrLast, readRetired } from '../live/pointer.ts';
import { bytesOfPages } from '../markup/prerendered-pages.ts';
import { readDescription } from '../release/read-release.ts';
import { type Release, releaseId } from '../release/release.ts';
import { blockBytes, type ListedRelease, listNames, type Store, sectionFolder } from './store.ts';

/** More than a year of deploys; where there are more, `npm run releases` asks to prune. */
const mostListed = 20_000;

/** Files that are open at once are few. */
const atOnce = 32;

type BrokenRelease = ReleaseRef & { reason: string };

/** What there is of a name. */
interface Inspected {
  /** Newest first. */
  releases: ListedRelease[];
  /** What looks like a release and is none. */
  broken: BrokenRelease[];
  /** Why its folder cannot be listed: then it has none. */
  shut?: string | undefined;
  /** What its pointer says or, where that is broken, said last. */
  ids: string[];
  fault?: string | undefined;
  /** Those of them that pages can get. */
  used: string[];
  /** When releases were last given to a new page, by id. */
  left: ReadonlyMap<string, Date>;
}

/** Every release of a name, what only looks like one, and what its pointer says of them. */
export async function inspectReleases(store: Store, name: string): Promise<Inspected> {
  const { ids, fault } = await readPointerOrLast(store, name);
  const there = store.remote
    ? { releases: await store.remote.list(name), broken: [] }
    : await listFolder(store, name);
  const all = [...there.releases, ...there.broken].map(({ id }) => id);
  const left = await readLeft(store, name, all);
  return { ...there, ids, fault, used: ids.slice(0, fallbackDepth), left };
}

/** Every release of a name, newest first. */
export async function listReleases(store: Store, name: string): Promise<ListedRelease[]> {
  return (await inspectReleases(store, name)).releases;
}

async function listFolder(store: Store, name: string) {
  const releases: ListedRelease[] = [];
  const broken: BrokenRelease[] = [];
  const { ids, shut } = await listIds(sectionFolder(store, name));
  await pLimit(atOnce).map(ids, async (id) => {
    try {
      releases.push(await listed(store, await readDescription(store, name, id)));
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      broken.push({ name, id, reason: error.message });
    }
  });
  releases.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  broken.sort((a, b) => a.id.localeCompare(b.id));
  return { releases, broken, shut };
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

async function listIds(folder: string): Promise<{ ids: string[]; shut?: string }> {
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
      return { ids, shut: `its folder cannot be listed (${code})` };
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
  const { releases, ids, left } = await inspectReleases(store, name);
  const retired = ids.length === 0 ? await readRetired(store, name) : [];
  const failures = await readFailures(store, name);
  const placeOf = (id: string): Row['is'] => {
    const position = ids.indexOf(id);
    if (position >= 0) return (['live', 'previous'] as const)[position] ?? 'older';
    if (retired.includes(id)) return 'retired';
    // A release that was rolled back was given to pages once; a preview never was.
    return left.has(id) ? 'rolled back' : 'preview';
  };
  return releases.map((release) => ({
    ...release,
    is: placeOf(release.id),
    ...(failures && { failed: failures.get(release.id) ?? 0 }),
  }));
}

/**
 * What in the store is broken, a sentence each: pointers, what only looks like a release, and of what
 * is live every file.
 */
export async function findFaults(store: Store): Promise<string[]> {
  const faults: string[] = [];
  for (const name of await listNames(store)) {
    const { releases, broken, shut, fault, used } = await inspectReleases(store, name);
    if (fault)
      faults.push(
        `${name}: ${fault}. Repair it with a deploy, or: npm run rollback -- ${name} <id>`,
      );
    if (shut) {
      faults.push(`${name}: ${shut}. Give the site's user the right to read it`);
      continue;
    }
    const note = (id: string, reason: string) => faults.push(`${name}@${id}: ${reason}`);
    for (const { id, reason } of broken) note(id, reason);
    const there = new Set([...releases, ...broken].map(({ id }) => id));
    for (const id of used)
      if (!there.has(id)) note(id, 'should be live and is missing');
      else if (releases.some((release) => release.id === id))
        for (const reason of await faultsOfFiles(store, { name, id })) note(id, reason);
  }
  return faults;
}
