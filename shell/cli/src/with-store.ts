import type { Config } from '@portfolio/api/config.ts';
import { createLog } from '@portfolio/api/log.ts';
import { openStore } from '@portfolio/releases/open-store.ts';
import type { Store } from '@portfolio/releases/store.ts';
import { readSettings } from './project.ts';

/**
 * The store of the site as it is now, for as long as a command takes.
 * @throws EnvironmentError, WrongUseError, DatabaseAwayError
 */
export async function withStore<Result>(
  work: (store: Store, settings: Config) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  const store = await openStore(settings, createLog('silent'));
  try {
    await store.shared?.pull();
    return await work(store, settings);
  } finally {
    await store.close();
  }
}
