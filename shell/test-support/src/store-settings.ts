import type { Store } from '@portfolio/releases/store/store.ts';

/** The settings of a site that has this store. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

const settings = new WeakMap<Store, StoreSettings>();
const notServed = new WeakSet<Store>();

/** Of a store that a test has opened. */
export function rememberSettings(store: Store, own: StoreSettings): void {
  settings.set(store, own);
}

/** Of a store that only the test itself looks into. */
export function rememberNotServed(store: Store): void {
  notServed.add(store);
}

export const isServedByNone = (store: Store) => notServed.has(store);

/** What makes a process of its own use the same store. */
export function settingsOf(store: Store): StoreSettings {
  const own = settings.get(store);
  if (!own) throw new TypeError('Of this store no settings are known.');
  return own;
}
