import { rmSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { hashName } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { appendLog } from './audit-log.ts';
import { forgetFaults } from './faults.ts';
import {
  findRelease,
  isInUse,
  liveInside,
  nothingLive,
  readLive,
  releaseInside,
  writeLive,
} from './release-rows.ts';
import { changeSite, type Store } from './store.ts';
import { clearWork } from './work-folder.ts';

export interface Prunable extends ReleaseRef {
  createdAt: string;
}

type PrunableRow = { name: string; id: string; created_at: string; left_at: number | null };

/**
 * Lists releases that no page can need: neither live nor a fallback, and out of use for so many days. The age of a
 * preview counts from its build.
 */
export function findPrunable(store: Store, days: number, now: Date): Prunable[] {
  const rows = store.local.read<PrunableRow>(
    'SELECT name, id, created_at, left_at FROM releases ORDER BY name, created_at DESC, id',
  );
  const live = readLive(store);
  return rows.flatMap(({ name, id, created_at: createdAt, left_at }) => {
    const isOld = now.getTime() - (left_at ?? Date.parse(createdAt)) > days * 86_400_000;
    return isOld && !isInUse(live.get(name) ?? nothingLive, id) ? [{ name, id, createdAt }] : [];
  });
}

/** Removal happens in batches, so that other changes can happen in between. */
const mostReleasesAtOnce = 50;
const mostFilesAtOnce = 200;

/**
 * Removes releases with all their records, except those that are in use by now, and collects contents without a
 * release.
 * @returns the removed releases
 */
export async function prune(store: Store, releases: readonly ReleaseRef[]): Promise<ReleaseRef[]> {
  const removed: ReleaseRef[] = [];
  for (const [name, refs] of Map.groupBy(releases, (ref) => ref.name)) {
    for (const some of inBatches(refs, mostReleasesAtOnce)) {
      const ids = some.map(({ id }) => id);
      removed.push(...(await changeSite(store, () => removeReleases(name, ids))));
    }
  }
  await collectContents(store);
  return removed;
}

function* removeReleases(name: string, wanted: readonly string[]): Steps<ReleaseRef[]> {
  const live = yield* liveInside(name);
  const removed = wanted.filter((id) => !isInUse(live, id));
  if (removed.length === 0) return [];
  const isKept = (id: string) => !removed.includes(id);
  const [ids, retired] = [live.ids.filter(isKept), live.retired.filter(isKept)];
  yield* writeLive(name, { ids, retired }, Date.now());
  for (const id of removed) {
    yield ['DELETE FROM releases WHERE name = $1 AND id = $2', [name, id]];
    yield* forgetFaults({ name, id });
  }
  const [did, reason] = [`prune ${removed.length} of`, removed.join(' ')];
  yield* appendLog({ key: 'owner', did, section: name, reason });
  return removed.map((id) => ({ name, id }));
}

/** How long a content may wait for its release. */
const youngMs = 60 * 60_000;

/**
 * Removes contents without a release. It runs within writers' transactions, as publishing does, so that it removes
 * none that a deploy needs; it reads descriptions and the folder before, which takes long.
 */
export async function collectContents(store: Store): Promise<void> {
  const known = await readHashes(store);
  const files = await findOldFiles(store, new Set([...known.values()].flat()));
  for (const some of inBatches(files, mostFilesAtOnce)) {
    await setImmediate();
    await store.facts.transact(function* () {
      const named = yield* hashesInside(known);
      yield* store.shared.collectContents(named);
      for (const file of some) {
        if (isCollected(file, named)) rmSync(file, { force: true });
      }
    });
  }
  await clearWork(store);
}

/** Makes at least one batch, which may be empty. */
function inBatches<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.max(1, Math.ceil(items.length / most));
  return Array.from({ length: count }, (_, at) => items.slice(at * most, (at + 1) * most));
}

/** Reads the contents of every release from this machine's copy, with pauses for other work. */
async function readHashes(store: Store): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>();
  const rows = store.local.read<{ name: string; id: string }>('SELECT name, id FROM releases');
  for (const ref of rows) {
    const release = findRelease(store, ref);
    if (release) known.set(`${ref.name}@${ref.id}`, hashesOf(release));
    await setImmediate();
  }
  return known;
}

/** Within a transaction: the contents of every release. */
function* hashesInside(known: ReadonlyMap<string, string[]>): Steps<Set<string>> {
  const named = new Set<string>();
  for (const row of yield ['SELECT name, id FROM releases']) {
    const ref = { name: String(row.name), id: String(row.id) };
    const before = known.get(`${ref.name}@${ref.id}`);
    const hashes = before ?? hashesOf((yield* releaseInside(ref)) as Release);
    for (const hash of hashes) named.add(hash);
  }
  return named;
}

function hashesOf({ files }: Release): string[] {
  return Object.values(files).map(hashName);
}

/** Finds old files of contents without a release, and of unfinished ones. */
async function findOldFiles({ dataDir }: Store, named: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  const root = path.join(dataDir, 'files');
  for (const folder of await readdir(root).catch(() => [])) {
    for (const file of await readdir(path.join(root, folder)).catch(() => [])) {
      const place = path.join(root, folder, file);
      if (isUnnamed(place, named) && isOld(await stat(place).catch(() => undefined)))
        found.push(place);
    }
  }
  return found;
}

/** Checks a file again within the transaction, as a deploy may have touched it. */
function isCollected(file: string, named: ReadonlySet<string>): boolean {
  return isUnnamed(file, named) && isOld(statSync(file, { throwIfNoEntry: false }));
}

function isUnnamed(file: string, named: ReadonlySet<string>): boolean {
  const [hash = ''] = path.basename(file).split('.');
  return file.endsWith('.tmp') || !named.has(hash);
}

function isOld(found: { mtimeMs: number } | undefined): boolean {
  return found !== undefined && Date.now() - found.mtimeMs > youngMs;
}
