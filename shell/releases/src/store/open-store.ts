import path from 'node:path';
import { type DatabasePlace, openDatabase } from '../ledger/database.ts';
import { ledgerSchema } from '../ledger/schema.ts';
import type { Log } from '../live/live-release.ts';
import { type Store, storeIn } from './store.ts';

/** A store that has to be closed. */
export interface OpenStore extends Store {
  /** From now on this machine's copy follows what others change; resolves at once where there is none. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** This machine's replica. It can be removed: it is fetched again. */
export function copyIn(dataDir: string): Store {
  return storeIn(path.join(dataDir, 'copy'));
}

/** The store of a site: a folder, or with DATABASE_URL what several machines share. */
export async function openStore(place: DatabasePlace, log: Log): Promise<OpenStore> {
  const { DATA_DIR, DATABASE_URL } = place;
  const ledger = openDatabase(place, ledgerSchema);
  if (!DATABASE_URL)
    return { ...storeIn(DATA_DIR), ledger, async follow() {}, close: () => ledger.close() };
  // One machine alone never loads the client of a database.
  const { openRemoteStore } = await import('../postgres/store.ts');
  const copy = copyIn(DATA_DIR);
  const remote = openRemoteStore(DATABASE_URL, copy, log);
  return {
    ...copy,
    remote,
    ledger,
    follow: remote.follow,
    close: async () => void (await Promise.all([remote.close(), ledger.close()])),
  };
}
