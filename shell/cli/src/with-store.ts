import type { Config } from '@portfolio/api/config.ts';
import type { DatabasePlace } from '@portfolio/releases/ledger/database.ts';
import { refuse } from '@portfolio/releases/release/errors.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { listNames, type Store } from '@portfolio/releases/store/store.ts';
import { readSettings } from './project.ts';

/** Silent: the command itself reports what is wrong. */
const quiet = { info() {}, error() {} };

/**
 * The store of the site as it is now, for as long as a command takes.
 * @throws EnvironmentError, WrongUseError, DatabaseAwayError
 */
export async function withStore<Result>(
  work: (store: Store, settings: Config) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  return withStoreAt(settings, (store) => work(store, settings));
}

/** The same with the store of any place. @throws DatabaseAwayError */
export async function withStoreAt<Result>(
  place: DatabasePlace,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place, quiet);
  try {
    await store.remote?.pull();
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Sees to it that something of this name has been released. @throws ReleaseRefusedError that names what there is */
export async function expectReleased(store: Store, name: string): Promise<void> {
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
}
