import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type OpenStore, openStore } from '@portfolio/releases/store/open-store.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { emptyDatabase } from './postgres.ts';
import { stopLater } from './stop-later.ts';

/** The settings of a site that has this store. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

const settings = new WeakMap<Store, StoreSettings>();
/** Only the test itself looks into these. */
const notServed = new WeakSet<Store>();

/** Of a store that a test has opened. */
export function rememberSettings(store: Store, own: StoreSettings): void {
  settings.set(store, own);
}

export const isServedByNone = (store: Store) => notServed.has(store);

/** What makes a process of its own use the same store. */
export function settingsOf(store: Store): StoreSettings {
  const own = settings.get(store);
  if (!own) throw new TypeError('Of this store no settings are known.');
  return own;
}

/** A folder that is gone when its test, or its file, is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portfolio-test-'));
  stopLater({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

/**
 * Where an empty store is: in its folder, or, where the tests are run over what several machines
 * share, in an empty database.
 */
export async function emptyPlace(): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const { isShared } = globalThis as { isShared?: boolean };
  const server = isShared ? process.env.SHARED_STORE_SERVER : undefined;
  const DATA_DIR = temporaryFolder();
  return server ? { DATA_DIR, DATABASE_URL: await emptyDatabase(server) } : { DATA_DIR };
}

/** An empty store, gone like that. */
export async function temporaryStore(): Promise<Store> {
  return openTemporaryStore(await emptyPlace());
}

/** A machine of its own that has this store. */
export async function openTemporaryStore(place: Partial<StoreSettings>): Promise<OpenStore> {
  const own = { DATA_DIR: temporaryFolder(), ...place };
  const store = await openStore(own, { info() {}, error() {} });
  stopLater({ stop: () => store.close() });
  rememberSettings(store, own);
  notServed.add(store);
  return store;
}
