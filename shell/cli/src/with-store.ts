import type { Config } from '@portfolio/api/config.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { readSettings } from './project.ts';

/** What is wrong is said by what the command does, once. */
const quiet = { info() {}, error() {} };

/**
 * The store of the site as it is now, for as long as a command takes.
 * @throws EnvironmentError, WrongUseError, DatabaseAwayError
 */
export async function withStore<Result>(
  work: (store: Store, settings: Config) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  const store = await openStore(settings, quiet);
  try {
    await store.remote?.pull();
    return await work(store, settings);
  } finally {
    await store.close();
  }
}
