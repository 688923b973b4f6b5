import { readPointerOrLast } from './last-good.ts';
import { writePointer } from './live-pointer.ts';
import { readRelease } from './read-release.ts';
import { refuse } from './release-errors.ts';
import type { Store } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/**
 * Makes the release before (or the named one) live. The one that is left behind is not fallen back
 * to any more: it was left for a reason.
 * @returns the id that is live now.
 * @throws ReleaseRefusedError when there is no such release.
 */
export async function rollBack(store: Store, name: string, id?: string): Promise<string> {
  return withStoreLock(store, name, async () => {
    const { ids, fault } = await readPointerOrLast(store, name);
    if (fault && !id) throw refuse.brokenPointer(name, fault, ids);
    const target = id ?? ids[1];
    if (!target) throw refuse.nothingBefore(name);
    if (!(await readRelease(store, name, target))) throw refuse.noRelease(name, target);
    const position = ids.indexOf(target);
    await writePointer(store, name, position < 0 ? [target, ...ids] : ids.slice(position));
    return target;
  });
}
