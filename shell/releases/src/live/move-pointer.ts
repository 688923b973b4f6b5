import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type Deed, noteMove } from '../ledger/audit-log.ts';
import { noRelease, ReleaseRefusedError } from '../release/errors.ts';
import { readRelease } from '../release/read-release.ts';
import type { Store } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import {
  readLeft,
  readPointerOrLast,
  readRetired,
  rememberRetired,
  writePointer,
} from './pointer.ts';

/** Is shown what is live at the very moment, and throws when it should not be replaced. */
type Look = (live: string | undefined) => void;

const owner: Deed = { key: 'owner' };

/**
 * Puts a release first in its name's pointer; the one that was live becomes the one before.
 * @param deed who does it, for the log
 * @throws ReleaseRefusedError when it was pruned since it was published.
 */
export async function putLive(
  store: Store,
  { name, id }: ReleaseRef,
  look?: Look,
  deed = owner,
): Promise<void> {
  await movePointer(store, name, { did: 'deploy', release: id, ...deed }, async (ids) => {
    look?.(ids[0]);
    await refuseMissing(store, { name, id });
    return ids[0] === id ? ids : [id, ...ids.filter((old) => old !== id)];
  });
}

/**
 * Makes the release before (or the named one) live. The one that is left behind is not fallen back
 * to any more: it was left for a reason.
 * @param deed who does it and why, for the log
 * @returns the id that is live now.
 * @throws ReleaseRefusedError when there is no such release.
 */
export async function rollBack(
  store: Store,
  name: string,
  id?: string,
  look?: Look,
  deed = owner,
): Promise<string> {
  const { to } = await movePointer(
    store,
    name,
    { did: 'roll back', ...deed },
    async (live, fault) => {
      look?.(live[0]);
      // Of a retired section the one that was live is brought back.
      const isRetired = live.length === 0;
      const ids = isRetired ? await readRetired(store, name) : live;
      if (fault && !id)
        throw new ReleaseRefusedError(
          `The pointer of ${name} cannot be read: ${fault}. Name the release that shall be live: \`npm run rollback -- ${name} ${ids[0] ?? '<id>'}\`; \`npm run releases\` lists them.`,
        );
      const target = id ?? ids[isRetired ? 0 : 1];
      if (!target)
        throw new ReleaseRefusedError(
          `${name} has no release before the live one. Name one with \`npm run rollback -- ${name} <id>\`; \`npm run releases\` lists them.${name === 'shell' ? '' : ` To take it off the site: npm run releases -- retire ${name}`}`,
        );
      await refuseMissing(store, { name, id: target });
      const position = ids.indexOf(target);
      return position < 0 ? [target, ...ids] : ids.slice(position);
    },
  );
  return to;
}

/**
 * Takes a section out of what is live: the next visitor finds neither its page nor its entry. Its
 * releases stay, so pages that are open go on, and a deploy or a roll-back brings it back.
 * @returns the id that was live
 * @throws ReleaseRefusedError when there is nothing to retire
 */
export async function retire(store: Store, name: string): Promise<string> {
  if (name === 'shell')
    throw new ReleaseRefusedError(
      'Without the shell there is no site, so it cannot be retired. Go back to the one before with: npm run rollback -- shell',
    );
  const deed = { did: 'retire', release: undefined, ...owner };
  const { from } = await movePointer(store, name, deed, async (ids, _fault, locked) => {
    if (ids.length === 0)
      throw new ReleaseRefusedError(`${name} is not live, so there is nothing to retire.`);
    await rememberRetired(locked, name, ids);
    return [];
  });
  return from;
}

/** Whether a release was live once and was taken out of what is live, by its owner or by the site. */
export async function wasRolledBack(store: Store, { name, id }: ReleaseRef): Promise<boolean> {
  const { ids } = await readPointerOrLast(store, name);
  return !ids.includes(id) && (await readLeft(store, name, [id])).has(id);
}

/** Changes what is live of a name under its lock, and adds the line of the log. */
async function movePointer(
  store: Store,
  name: string,
  deed: Deed & { did: string },
  change: (
    ids: readonly string[],
    fault: string | undefined,
    locked: Store,
  ) => Promise<readonly string[]>,
): Promise<{ from: string; to: string }> {
  const [from = '', to = ''] = await withStoreLock(store, name, async (locked) => {
    const { ids: before, fault } = await readPointerOrLast(store, name);
    const ids = await change(before, fault, locked);
    if (fault || ids.join() !== before.join()) await writePointer(locked, name, ids);
    return [before[0], ids[0]];
  });
  await noteMove(store, { section: name, release: to, from, to, ...deed });
  return { from, to };
}

async function refuseMissing(store: Store, { name, id }: ReleaseRef): Promise<void> {
  if (!(await readRelease(store, name, id))) throw noRelease(name, id);
}
