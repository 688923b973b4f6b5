import path from 'node:path';
import { replaceFile } from '../folder/durable.ts';
import { BrokenFileError, readInside } from '../folder/read-inside.ts';
import { noteMove } from '../ledger/audit-log.ts';
import { refuse } from '../release/errors.ts';
import { type Store, sectionFolder } from '../store/store.ts';
import { withStoreLock } from '../store/store-lock.ts';
import { parsePointer, readPointerOrLast, writePointer } from './pointer.ts';

const fileName = 'retired.json';

/**
 * Takes a section out of what is live: the next visitor finds neither its page nor its entry. Its
 * releases stay, so pages that are open go on, and a deploy or a roll-back brings it back.
 * @returns the id that was live
 * @throws ReleaseRefusedError when there is nothing to retire
 */
export async function retire(store: Store, name: string): Promise<string> {
  if (name === 'shell') throw refuse.shellRetired();
  const from = await withStoreLock(store, name, async (locked) => {
    const { ids } = await readPointerOrLast(store, name);
    const [live] = ids;
    if (!live) throw refuse.notLive(name);
    await rememberRetired(locked, name, ids);
    await writePointer(locked, name, []);
    return live;
  });
  await noteMove(store, { key: 'owner', did: 'retire', section: name, from, to: '' });
  return from;
}

/** The ids that were live and before it when a section was retired; none when they are not known. */
export async function readRetired(store: Store, name: string): Promise<string[]> {
  try {
    return parsePointer(await readInside(sectionFolder(store, name), fileName, 64 * 1024));
  } catch (error) {
    if (error instanceof BrokenFileError) return [];
    throw error;
  }
}

/** Remembers them. */
export async function rememberRetired(
  store: Store,
  name: string,
  ids: readonly string[],
): Promise<void> {
  if (store.remote) return store.remote.retire(name, ids);
  const file = path.join(sectionFolder(store, name), fileName);
  await replaceFile(file, `${JSON.stringify(ids)}\n`);
}
