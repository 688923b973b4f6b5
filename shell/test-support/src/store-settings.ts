import type { Store } from '@portfolio/releases/store/store.ts';

/** The settings of a site that has this store. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

const settings = new WeakMap<Store, StoreSettings>();

/** Of a store that a test has opened. */
export function rememberSettings(store: Store, own: StoreSettings): void {
  settings.set(store, own);
}

/** What makes a process of its own use the same store. */
export function settingsOf(store: Store): StoreSettings {
  const own = settings.get(store);
  if (!own) throw new TypeError('Of this store no settings are known.');
  return own;
}
