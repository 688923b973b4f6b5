import { openStore, type Store } from '@portfolio/releases/store/store.ts';
import { stopLater } from './stop-later.ts';
import { emptyStoreSettings, temporaryFolder } from './store-settings.ts';

export { emptyStoreSettings, temporaryFolder };

/** The settings of a store. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

const settings = new WeakMap<Store, StoreSettings>();

export function rememberSettings(store: Store, own: StoreSettings): void {
  settings.set(store, own);
}

/** The settings by which another process uses the same store. */
export function settingsOf(store: Store): StoreSettings {
  const own = settings.get(store);
  if (!own) throw new TypeError('Of this store no settings are known.');
  return own;
}

/** Opens an empty store, which is deleted at the end of its test, or of its file. */
export async function temporaryStore(): Promise<Store> {
  return openTemporaryStore(await emptyStoreSettings());
}

/** Opens a store as another machine would. */
export async function openTemporaryStore(place: Partial<StoreSettings>): Promise<Store> {
  const own = { DATA_DIR: temporaryFolder(), ...place };
  const store = await openStore(own);
  stopLater({ stop: () => store.close() });
  rememberSettings(store, own);
  return store;
}
