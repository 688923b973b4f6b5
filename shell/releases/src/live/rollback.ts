import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type Deed, noteMove } from '../ledger/audit-log.ts';
import { refuse } from '../release/errors.ts';
import { readRelease } from '../release/read-release.ts';
import type { Store } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import { readPointerOrLast, writePointer } from './pointer.ts';
import { readReplaced } from './replaced-at.ts';
import { readRetired } from './retire.ts';

/**
 * Makes the release before (or the named one) live. The one that is left behind is not fallen back
 * to any more: it was left for a reason.
 * @param look is shown what is live at the very moment, and throws when it should not be replaced
 * @param deed who does it and why, for the log
 * @returns the id that is live now.
 * @throws ReleaseRefusedError when there is no such release.
 */
export async function rollBack(
  store: Store,
  name: string,
  id?: string,
  look: (live: string | undefined) => void = () => {},
  deed: Deed = { key: 'owner' },
): Promise<string> {
  const { from, to } = await withStoreLock(store, name, async (locked) => {
    const { ids: pointed, fault } = await readPointerOrLast(store, name);
    look(pointed[0]);
    // Of a retired section the one that was live is brought back.
    const isRetired = pointed.length === 0;
    const ids = isRetired ? await readRetired(store, name) : pointed;
    if (fault && !id) throw refuse.brokenPointer(name, fault, ids);
    const target = id ?? ids[isRetired ? 0 : 1];
    if (!target) throw refuse.nothingBefore(name);
    if (!(await readRelease(store, name, target))) throw refuse.noRelease(name, target);
    const position = ids.indexOf(target);
    await writePointer(locked, name, position < 0 ? [target, ...ids] : ids.slice(position));
    return { from: pointed[0], to: target };
  });
  await noteMove(store, { did: 'roll back', section: name, release: to, from, to, ...deed });
  return to;
}

/** Whether a release was live once and was taken out of what is live, by its owner or by the site. */
export async function wasRolledBack(store: Store, { name, id }: ReleaseRef): Promise<boolean> {
  const { ids } = await readPointerOrLast(store, name);
  if (ids.includes(id)) return false;
  const whenLeft = await readReplaced(store, name);
  return (await whenLeft(id)) !== undefined;
}
