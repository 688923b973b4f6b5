import { listNames, refuse, rollBack, storeIn } from '@portfolio/releases';
import { readSettings } from '../project.ts';

/** `portfolio rollback <name> [id]` */
export async function rollback(name: string, id: string | undefined): Promise<void> {
  const store = storeIn(readSettings().DATA_DIR);
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
  console.log(`${name}@${await rollBack(store, name, id)} is live.`);
}
