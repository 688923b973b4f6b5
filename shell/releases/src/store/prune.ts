import { lstat, rename } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { NotRemovedError, removeTree } from '../folder/files.ts';
import { noteMove } from '../ledger/audit-log.ts';
import { forgetVisits, releaseNotice } from '../ledger/visits.ts';
import { fallbackDepth, readPointerOrLast, writePointer } from '../live/pointer.ts';
import { removePages } from '../markup/prerendered-pages.ts';
import { inspectReleases } from './list-releases.ts';
import {
  listNames,
  makeBeside,
  type NotRemoved,
  reasonToLeave,
  releaseFolder,
  type Store,
} from './store.ts';
import { withStoreLock } from './store-lock.ts';

/** A release that can be removed, or what only looks like one. */
export interface Prunable extends ReleaseRef {
  createdAt: string;
}

/**
 * The releases that no page can need: neither live nor the fallback, and for so many days not given to a
 * new page (a preview: not made). A broken one is as old as its folder.
 */
export async function findPrunable(store: Store, days: number, now: Date): Promise<Prunable[]> {
  const prunable: Prunable[] = [];
  for (const name of await listNames(store)) {
    const { releases, broken, used, left } = await inspectReleases(store, name);
    const dated = await Promise.all(broken.map((ref) => dateOf(store, ref)));
    for (const { id, createdAt } of [...releases, ...dated]) {
      const since = left.get(id) ?? new Date(createdAt);
      const isOld = now.getTime() - since.getTime() > days * 86_400_000;
      if (isOld && !used.includes(id)) prunable.push({ name, id, createdAt });
    }
  }
  return prunable;
}

async function dateOf(store: Store, { name, id }: ReleaseRef): Promise<Prunable> {
  const found = await lstat(releaseFolder(store, name, id)).catch(() => undefined);
  return { name, id, createdAt: (found?.mtime ?? new Date()).toISOString() };
}

/**
 * Removes releases: first from the pointer, so that nothing can fall back to them, then the folder by
 * one rename, so that none is ever there by half. What cannot be removed is passed over.
 */
export async function prune(store: Store, releases: readonly ReleaseRef[]): Promise<NotRemoved[]> {
  const left: NotRemoved[] = [];
  const names = new Set(releases.map(({ name }) => name));
  for (const name of names) {
    const refs = releases.filter((ref) => ref.name === name);
    for (let first = 0; first < refs.length; first += mostAtOnce) {
      const some = refs.slice(first, first + mostAtOnce);
      try {
        await withStoreLock(store, name, async (locked) => {
          for (const ref of await takeOutOfPointer(locked, name, some))
            await removeRelease(locked, ref).catch((error) => {
              // One failed statement rolls back the whole transaction.
              if (locked.remote && !(error instanceof NotRemovedError)) throw error;
              leave(ref, error);
            });
        });
      } catch (error) {
        // A section whose lock is held is skipped: each release would wait for it again.
        for (const ref of refs.slice(first)) leave(ref, error);
        break;
      }
    }
  }
  await store.remote?.sweep();
  for (const section of names) await noteRemoved(store, section, releases, left);
  return left;

  function leave({ name, id }: ReleaseRef, error: unknown): void {
    left.push({ of: `${name}@${id}`, reason: reasonToLeave(error) });
  }
}

/** One line for each section; a team that may write its folder alone has no ledger to clean up. */
async function noteRemoved(
  store: Store,
  section: string,
  releases: readonly ReleaseRef[],
  left: readonly NotRemoved[],
): Promise<void> {
  const removed = releases.filter(
    ({ name, id }) => name === section && !left.some(({ of }) => of === `${name}@${id}`),
  );
  if (removed.length === 0) return;
  const reason = removed.map(({ id }) => id).join(' ');
  await noteMove(store, { key: 'owner', did: `prune ${removed.length} of`, section, reason });
  const forget = async (ref: ReleaseRef) => {
    await forgetVisits(store, ref);
    await releaseNotice(store, ref);
  };
  await Promise.all(removed.map(forget)).catch(() => {});
}

/** Released in batches, so that other processes get the lock in between. */
const mostAtOnce = 50;

/** @returns those that nothing can need any more */
async function takeOutOfPointer(
  locked: Store,
  name: string,
  refs: readonly ReleaseRef[],
): Promise<ReleaseRef[]> {
  const { ids } = await readPointerOrLast(locked, name);
  const inUse = ids.slice(0, fallbackDepth);
  const unused = refs.filter(({ id }) => !inUse.includes(id));
  const kept = ids.filter((id) => !unused.some((ref) => ref.id === id));
  if (kept.length < ids.length) await writePointer(locked, name, kept);
  return unused;
}

async function removeRelease(store: Store, { name, id }: ReleaseRef): Promise<void> {
  if (store.remote) return store.remote.remove({ name, id });
  const trash = await makeBeside(store, name);
  await rename(releaseFolder(store, name, id), path.join(trash, id));
  await removeTree(trash);
  await removePages(store, { name, id });
}
