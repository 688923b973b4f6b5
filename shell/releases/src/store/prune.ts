import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { hashName } from '../contents/integrity.ts';
import type { Steps, Value } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { appendLog } from './audit-log.ts';
import { fallbackDepth, findRelease, liveInside, readLive, writeLive } from './release-rows.ts';
import { changeSite, type Store } from './store.ts';
import { forgetVisits } from './visit-records.ts';
import { clearWork } from './work-folder.ts';

/** A release that can be removed. */
export interface Prunable extends ReleaseRef {
  createdAt: string;
}

type PrunableRow = { name: string; id: string; created_at: string; left_at: number | null };

/**
 * The releases that no page can need: neither live nor the fallback, and for so many days not given to a
 * new page (a preview: not made).
 */
export function findPrunable(store: Store, days: number, now: Date): Prunable[] {
  const rows = store.local.read<PrunableRow>(
    'SELECT name, id, created_at, left_at FROM releases ORDER BY name, created_at DESC, id',
  );
  const live = readLive(store);
  return rows.flatMap(({ name, id, created_at: createdAt, left_at }) => {
    const isUsed = live.get(name)?.ids.slice(0, fallbackDepth).includes(id) ?? false;
    const isOld = now.getTime() - (left_at ?? Date.parse(createdAt)) > days * 86_400_000;
    return isOld && !isUsed ? [{ name, id, createdAt }] : [];
  });
}

/** Released in batches, so that other changes come in between. */
const mostAtOnce = 50;

/**
 * Removes releases with all that is known of them, but for those that became live since, and collects the
 * contents that no release has any more.
 * @returns what was removed
 */
export async function prune(store: Store, releases: readonly ReleaseRef[]): Promise<ReleaseRef[]> {
  const removed: ReleaseRef[] = [];
  for (const [name, refs] of Map.groupBy(releases, (ref) => ref.name))
    for (let first = 0; first < refs.length; first += mostAtOnce) {
      const some = refs.slice(first, first + mostAtOnce).map(({ id }) => id);
      removed.push(...(await changeSite(store, () => removeReleases(name, some))));
    }
  await collectContents(store);
  return removed;
}

function* removeReleases(name: string, wanted: readonly string[]): Steps<ReleaseRef[]> {
  const { ids, retired } = yield* liveInside(name);
  const used = ids.slice(0, fallbackDepth);
  const removed = wanted.filter((id) => !used.includes(id)).map((id) => ({ name, id }));
  if (removed.length === 0) return [];
  const isKept = (id: string) => !removed.some((ref) => ref.id === id);
  yield* writeLive(name, { ids: ids.filter(isKept), retired: retired.filter(isKept) }, Date.now());
  for (const { id } of removed) {
    yield ['DELETE FROM releases WHERE name = $1 AND id = $2', [name, id]];
    yield ['DELETE FROM pages WHERE name = $1 AND id = $2', [name, id]];
    if (name === 'shell') yield ['DELETE FROM pages WHERE layout LIKE $1', [`${id}-%`]];
    yield* forgetVisits({ name, id });
  }
  const reason = removed.map(({ id }) => id).join(' ');
  const did = `prune ${removed.length} of`;
  yield* appendLog({ key: 'owner', did, outcome: 'done', section: name, reason });
  return removed;
}

/** A content that was written a moment ago waits for its release. */
const youngMs = 60 * 60_000;

/**
 * Removes the contents that no release of the site has. Within the transaction of a writer, as naming a
 * content is: none is removed that a deploy counts on. What is read of descriptions is read before: that
 * takes long.
 */
export async function collectContents(store: Store): Promise<void> {
  const known = await readHashes(store);
  await store.facts.transact(function* () {
    const rows = yield ['SELECT name, id FROM releases'];
    const named = new Set<string>();
    for (const { name = '', id = '' } of rows) {
      const hashes = known.get(`${name}@${id}`) ?? (yield* hashesInside(name, id));
      for (const hash of hashes) named.add(hash);
    }
    yield* store.shared.collectContents(named);
    collectFiles(store, named);
  });
  await clearWork(store);
}

/** The contents of every release by this machine, with pauses for whatever else this process does. */
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

function* hashesInside(...key: [name: Value, id: Value]): Steps<string[]> {
  const [row] = yield ['SELECT description FROM releases WHERE name = $1 AND id = $2', key];
  return row ? hashesOf(JSON.parse(String(row.description))) : [];
}

function hashesOf({ files }: Release): string[] {
  return Object.values(files).map(hashName);
}

function collectFiles({ dataDir }: Store, named: ReadonlySet<string>): void {
  const root = path.join(dataDir, 'files');
  for (const entry of listFolder(root))
    for (const file of listFolder(path.join(root, entry))) {
      const [hash = ''] = file.split('.');
      const isTemporary = file.endsWith('.tmp');
      const place = path.join(root, entry, file);
      const found = statSync(place, { throwIfNoEntry: false });
      const isOld = found !== undefined && Date.now() - found.mtimeMs > youngMs;
      if (isOld && (isTemporary || !named.has(hash))) rmSync(place, { force: true });
    }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
