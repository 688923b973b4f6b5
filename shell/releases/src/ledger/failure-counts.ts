import { appendFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Store } from '../store/store.ts';

/**
 * How many visitors a release failed. One byte per visitor, appended: every process counts into the
 * same file without a lock, and a crash loses nothing but its own byte.
 */
export async function countFailure(store: Store, ref: ReleaseRef): Promise<void> {
  await countFailures(store, ref, 1);
}

/** Many at once, as another store has counted them. */
export async function countFailures(store: Store, ref: ReleaseRef, count: number): Promise<void> {
  if (store.shared) return store.shared.countFailures(ref, count);
  const file = countFile(store, ref);
  await mkdir(path.dirname(file), { recursive: true });
  for (let left = count; left > 0; left -= mostAtOnce)
    await appendFile(file, '.'.repeat(Math.min(left, mostAtOnce)));
}

const mostAtOnce = 1_000_000;

/** For how many visitors a release failed so far. */
export async function readFailures(store: Store, { name, id }: ReleaseRef): Promise<number> {
  return (await failuresOf(store, name))(id);
}

/** Tells of the releases of a name how many visitors they failed so far. */
export async function failuresOf(
  store: Store,
  name: string,
): Promise<(id: string) => Promise<number>> {
  const known = await store.shared?.failures(name);
  if (known) return async (id) => known.get(id) ?? 0;
  return async (id) => {
    const file = await stat(countFile(store, { name, id })).catch(() => undefined);
    return file?.size ?? 0;
  };
}

function countFile(store: Store, { name, id }: ReleaseRef): string {
  return path.join(store.folder, '.failed', `${name}@${id}`);
}
