import path from 'node:path';
import { type DatabasePlace, openDatabase } from '../ledger/database.ts';
import { ledgerSchema } from '../ledger/schema.ts';
import type { Log } from '../live/release-cache.ts';
import type { Shared } from './remote-store.ts';
import { type Store, storeIn } from './store.ts';

/** A store that has to be closed. */
export interface OpenStore extends Store {
  /** From now on this machine's copy follows what others change; resolves at once where there is none. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** This machine's copy of what several machines share. It can be removed: it comes again. */
export function copyIn(dataDir: string): Store {
  return storeIn(path.join(dataDir, 'copy'));
}

/** The store of a site: a folder, or with DATABASE_URL what several machines share. */
export async function openStore(place: DatabasePlace, log: Log): Promise<OpenStore> {
  const { DATA_DIR, DATABASE_URL } = place;
  const ledger = openDatabase(place, ledgerSchema);
  if (!DATABASE_URL)
    return { ...storeIn(DATA_DIR), ledger, async follow() {}, close: () => ledger.close() };
  // Whoever has one machine never loads the client of a database.
  const { openShared } = await import('../postgres/store.ts');
  const copy = copyIn(DATA_DIR);
  const shared: Shared & Pick<OpenStore, 'follow' | 'close'> = openShared(DATABASE_URL, copy, log);
  const { follow, close } = shared;
  return {
    ...copy,
    shared,
    ledger,
    follow,
    close: async () => void (await Promise.all([close(), ledger.close()])),
  };
}
