import { readPointer } from '@portfolio/releases/live-pointer.ts';
import { refuse } from '@portfolio/releases/release-errors.ts';
import { rollBack } from '@portfolio/releases/rollback.ts';
import { listNames, storeIn } from '@portfolio/releases/store.ts';
import { readSettings } from '../project.ts';
import { prerenderQuietly } from './prerender.ts';

/** `portfolio rollback <name> [id]` */
export async function rollback(name: string, id: string | undefined): Promise<void> {
  const store = storeIn(readSettings().DATA_DIR);
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
  // One that cannot be read is repaired by this, and was live.
  const before = await readPointer(store, name).catch(() => [name]);
  console.log(`${name}@${await rollBack(store, name, id)} is live.`);
  // It comes back into the navigation.
  if (before.length === 0) await prerenderQuietly(store);
}
