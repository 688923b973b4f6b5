import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type OpenStore, openStore } from '@portfolio/releases/store/open-store.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { emptyPlace } from './empty-place.ts';
import { rememberSettings, type StoreSettings, settingsOf } from './store-settings.ts';

const opened: OpenStore[] = [];
afterAll(async () => {
  for (const store of opened) {
    await store.close();
    await rm(settingsOf(store).DATA_DIR, { recursive: true, force: true });
  }
});

/** An empty store, gone after the tests of the file. */
export async function temporaryStore(): Promise<Store> {
  return openTemporaryStore(await emptyPlace());
}

/** A machine of its own that has this store. */
export async function openTemporaryStore(place: Partial<StoreSettings>): Promise<OpenStore> {
  const own = { DATA_DIR: await mkdtemp(path.join(os.tmpdir(), 'portfolio-store-')), ...place };
  const store = await openStore(own, { info() {}, error() {} });
  opened.push(store);
  rememberSettings(store, own);
  return store;
}
